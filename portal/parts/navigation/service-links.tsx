/** Links to a service and to its versions, whose names are untrusted text. */
import { Link } from '@tanstack/react-router';
import { UntrustedText } from '../values/untrusted-text.tsx';

interface ServiceLinkProps {
  readonly service: string;
  readonly charactersMax: number;
}

export function ServiceLink({ service, charactersMax }: ServiceLinkProps) {
  return (
    <Link to="/services/$service" params={{ service }}>
      <UntrustedText text={service} charactersMax={charactersMax} />
    </Link>
  );
}

interface VersionLinkProps {
  readonly service: string;
  readonly version: string;
  readonly charactersMax: number;
  /** Also shows the name of the service. */
  readonly isFull?: boolean;
}

export function VersionLink({ service, version, charactersMax, isFull = false }: VersionLinkProps) {
  return (
    <Link to="/services/$service/versions/$version" params={{ service, version }}>
      <UntrustedText text={isFull ? `${service} ${version}` : version} charactersMax={charactersMax} />
    </Link>
  );
}
