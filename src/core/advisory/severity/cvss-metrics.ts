/**
 * The metrics of every CVSS version and their allowed values, used to check a vector before it is scored.
 * https://www.first.org/cvss/v4-0/specification-document, https://www.first.org/cvss/v3-1/specification-document,
 * https://www.first.org/cvss/v2/guide
 */
import type { CvssRating } from '../advisory.ts';

type Values = readonly string[];

export interface CvssMetrics {
  /** Start of every vector; empty for 2.0, which has no version prefix. */
  readonly prefix: string;
  /** All base metrics are mandatory. */
  readonly base: ReadonlyMap<string, Values>;
  readonly optional: ReadonlyMap<string, Values>;
}

const V2: CvssMetrics = {
  prefix: '',
  base: table('AV:L,A,N AC:H,M,L Au:M,S,N C:N,P,C I:N,P,C A:N,P,C'),
  optional: table(
    'E:ND,U,POC,F,H RL:ND,OF,TF,W,U RC:ND,UC,UR,C CDP:ND,N,L,LM,MH,H TD:ND,N,L,M,H CR:ND,L,M,H IR:ND,L,M,H AR:ND,L,M,H',
  ),
};

const V3 = {
  base: table('AV:N,A,L,P AC:L,H PR:N,L,H UI:N,R S:U,C C:H,L,N I:H,L,N A:H,L,N'),
  optional: table(
    'E:X,U,P,F,H RL:X,O,T,W,U RC:X,U,R,C CR:X,L,M,H IR:X,L,M,H AR:X,L,M,H MAV:X,N,A,L,P MAC:X,L,H MPR:X,N,L,H ' +
      'MUI:X,N,R MS:X,U,C MC:X,N,L,H MI:X,N,L,H MA:X,N,L,H',
  ),
};

const V4: CvssMetrics = {
  prefix: 'CVSS:4.0/',
  base: table('AV:N,A,L,P AC:L,H AT:N,P PR:N,L,H UI:N,P,A VC:H,L,N VI:H,L,N VA:H,L,N SC:H,L,N SI:H,L,N SA:H,L,N'),
  optional: table(
    'E:X,A,P,U CR:X,H,M,L IR:X,H,M,L AR:X,H,M,L MAV:X,N,A,L,P MAC:X,L,H MAT:X,N,P MPR:X,N,L,H MUI:X,N,P,A ' +
      'MVC:X,H,L,N MVI:X,H,L,N MVA:X,H,L,N MSC:X,H,L,N MSI:X,S,H,L,N MSA:X,S,H,L,N S:X,N,P AU:X,N,Y R:X,A,U,I ' +
      'V:X,D,C RE:X,L,M,H U:X,Clear,Green,Amber,Red',
  ),
};

export const CVSS_METRICS: Readonly<Record<CvssRating['version'], CvssMetrics>> = {
  '2.0': V2,
  '3.0': { prefix: 'CVSS:3.0/', ...V3 },
  '3.1': { prefix: 'CVSS:3.1/', ...V3 },
  '4.0': V4,
};

function table(text: string): ReadonlyMap<string, Values> {
  return new Map(
    text.split(' ').map((metric): [string, Values] => {
      const colon = metric.indexOf(':');
      return [metric.slice(0, colon), metric.slice(colon + 1).split(',')];
    }),
  );
}

const NONE: ReadonlyMap<string, string> = new Map();

/**
 * Splits the vector of a rating into the metrics that are set, for example `AV` with `N`; unknown metrics are left out. Vectors are
 * validated when they are rated; if a mandatory metric is missing, the result is empty.
 */
export function metricsOf({ version, vector }: Pick<CvssRating, 'version' | 'vector'>): ReadonlyMap<string, string> {
  const { prefix, base, optional } = CVSS_METRICS[version];
  if (!vector.startsWith(prefix)) return NONE;
  const metrics = new Map<string, string>();
  for (const part of vector.slice(prefix.length).split('/')) {
    const colon = part.indexOf(':');
    const [metric, value] = [part.slice(0, Math.max(colon, 0)), part.slice(colon + 1)];
    if ((base.get(metric) ?? optional.get(metric))?.includes(value) === true) metrics.set(metric, value);
  }
  for (const metric of base.keys()) if (!metrics.has(metric)) return NONE;
  return metrics;
}
