/** Button for an action that needs permission: visible to all users, and disabled with the reason. */
import { Button, type ButtonProps } from '@mantine/core';
import { useId, type ReactNode } from 'react';
import type { Scope } from '../../queries/account/me.ts';
import { usePermission } from '../../session/session.ts';

interface GuardedButtonProps extends Omit<ButtonProps, 'children' | 'disabled'> {
  readonly scope: Scope;
  readonly onClick: () => void;
  readonly children: ReactNode;
  /** Another reason why it is disabled. */
  readonly reason?: string | undefined;
}

export function GuardedButton({ scope, onClick, children, reason, ...rest }: GuardedButtonProps) {
  const permission = usePermission(scope);
  const reasonId = useId();
  const why = permission.reason ?? reason;
  if (why === undefined) {
    return (
      <Button size="compact-sm" h="2rem" variant="default" onClick={onClick} {...rest}>
        {children}
      </Button>
    );
  }
  return (
    <>
      <Button
        size="compact-sm"
        h="2rem"
        variant="default"
        {...rest}
        data-disabled
        aria-disabled
        title={why}
        aria-describedby={reasonId}
      >
        {children}
      </Button>
      <span id={reasonId} className="visually-hidden">
        {why}
      </span>
    </>
  );
}
