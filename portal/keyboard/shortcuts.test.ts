import { describe, expect, it } from 'vitest';
import { resolveStroke, type Shortcut, type Stroke } from './shortcuts.ts';

function aShortcut(keys: string, changes: Partial<Shortcut> = {}): Shortcut {
  return { keys, label: keys, group: 'Global', run: () => undefined, ...changes };
}

function aStroke(key: string, changes: Partial<Stroke> = {}): Stroke {
  return { key, hasModifier: false, isTyping: false, isInDialog: false, ...changes };
}

const SHORTCUTS = [aShortcut('/'), aShortcut('g s'), aShortcut('g o'), aShortcut('j', { isInDialog: true })];

describe('resolveStroke', () => {
  it('runs the shortcut of the key', () => {
    expect(resolveStroke(SHORTCUTS, undefined, aStroke('/'))).toEqual({ kind: 'run', shortcut: SHORTCUTS[0] });
  });

  it('waits for the second key of a two-key shortcut', () => {
    expect(resolveStroke(SHORTCUTS, undefined, aStroke('g'))).toEqual({ kind: 'wait', prefix: 'g' });
    expect(resolveStroke(SHORTCUTS, 'g', aStroke('s'))).toEqual({ kind: 'run', shortcut: SHORTCUTS[1] });
    expect(resolveStroke(SHORTCUTS, 'g', aStroke('/'))).toEqual({ kind: 'nothing' });
  });

  it.each([
    ['with a modifier', { hasModifier: true }],
    ['while the user types', { isTyping: true }],
    ['in a dialog', { isInDialog: true }],
  ])('does nothing %s', (_name, changes) => {
    expect(resolveStroke(SHORTCUTS, undefined, aStroke('/', changes))).toEqual({ kind: 'nothing' });
  });

  it('runs dialog shortcuts only in a dialog', () => {
    expect(resolveStroke(SHORTCUTS, undefined, aStroke('j'))).toEqual({ kind: 'nothing' });
    expect(resolveStroke(SHORTCUTS, undefined, aStroke('j', { isInDialog: true })).kind).toBe('run');
  });

  it('prefers the shortcut that was added last', () => {
    const newer = aShortcut('/');

    expect(resolveStroke([...SHORTCUTS, newer], undefined, aStroke('/'))).toEqual({ kind: 'run', shortcut: newer });
  });
});
