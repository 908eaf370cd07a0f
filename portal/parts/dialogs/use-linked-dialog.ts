/**
 * State of a dialog that a link can open by a parameter of the URL. The parameter is removed at once: a reload shows the page
 * without the dialog, and the same link opens it again.
 */
import { useEffect, useEffectEvent, useState } from 'react';

export function useLinkedDialog(
  isLinked: boolean,
  removeParameter: () => void,
): readonly [isOpen: boolean, setIsOpen: (isOpen: boolean) => void] {
  const [isOpen, setIsOpen] = useState(isLinked);
  if (isLinked && !isOpen) setIsOpen(true);
  const forget = useEffectEvent(removeParameter);
  useEffect(() => {
    if (isLinked) forget();
  }, [isLinked]);
  return [isOpen, setIsOpen];
}
