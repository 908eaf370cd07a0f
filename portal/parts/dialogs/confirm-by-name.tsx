/** Confirmation of a destructive action: explains the consequences and requires the name to be typed. */
import { Button, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState, type FormEvent, type ReactNode } from 'react';
import formStyles from '../actions/form.module.css';
import { Dialog } from './dialog.tsx';
import { UntrustedText } from '../values/untrusted-text.tsx';
import { Problem } from '../feedback/problem.tsx';

interface ConfirmByNameProps {
  readonly title: string;
  /** Must be typed to confirm. */
  readonly name: string;
  /** Label of the button: "Revoke token". */
  readonly action: string;
  /** What is lost, how much of it, and whether this can be undone. */
  readonly children: ReactNode;
  /** False while the consequences are still loading. */
  readonly isReady?: boolean;
  readonly onConfirm: () => Promise<void>;
  readonly onClose: () => void;
}

export function ConfirmByName(props: ConfirmByNameProps) {
  const { title, name, action, children, isReady = true, onConfirm, onClose } = props;
  const [typed, setTyped] = useState('');
  const { mutate, error, isPending } = useMutation({ mutationFn: onConfirm, onSuccess: onClose });
  const isSame = typed.trim().normalize('NFC') === name.trim().normalize('NFC');
  const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (isSame && isReady) mutate();
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <form onSubmit={onSubmit} className={formStyles.form}>
        <div>{children}</div>
        <TextInput
          label={
            <>
              Type <UntrustedText text={name} /> to confirm
            </>
          }
          autoComplete="off"
          spellCheck={false}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        {error !== null && <Problem error={error} />}
        <div className={formStyles.buttons}>
          <Button type="submit" color="red" disabled={!isSame || !isReady} loading={isPending}>
            {action}
          </Button>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
