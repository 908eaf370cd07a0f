/** Area for dropping or choosing one file. Shows the name of the chosen one. */
import { useState, type DragEvent } from 'react';
import { UntrustedText } from '../values/untrusted-text.tsx';
import styles from './drop-zone.module.css';

interface DropZoneProps {
  /** What to drop: `an SBOM`. */
  readonly what: string;
  readonly hint: string;
  readonly accept?: string;
  readonly file: File | undefined;
  readonly onFile: (file: File) => void;
}

export function DropZone({ what, hint, accept, file, onFile }: DropZoneProps) {
  const [isOver, setIsOver] = useState(false);
  const choose = (files: FileList | null): void => {
    const [chosen] = files ?? [];
    if (chosen !== undefined) onFile(chosen);
  };
  const onDrop = (event: DragEvent): void => {
    event.preventDefault();
    setIsOver(false);
    choose(event.dataTransfer.files);
  };
  return (
    // The label belongs to a file input, for users who cannot drop a file.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <label
      className={`${styles.drop} ${isOver ? styles.over : ''}`}
      onDragOver={(event) => {
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={onDrop}
    >
      <input
        type="file"
        accept={accept}
        className={styles.file}
        onChange={(event) => choose(event.currentTarget.files)}
      />
      <strong>Drop {what} here, or choose a file</strong>
      <span className={styles.hint}>
        {file === undefined ? hint : <UntrustedText text={file.name} charactersMax={60} />}
      </span>
    </label>
  );
}
