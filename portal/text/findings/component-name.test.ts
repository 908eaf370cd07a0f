import { describe, expect, it } from 'vitest';
import { splitComponentName } from './component-name.ts';

describe('splitComponentName', () => {
  it.each([
    ['libc6', '', 'libc6'],
    ['org.apache.logging.log4j:log4j-core', 'org.apache.logging.log4j:', 'log4j-core'],
    ['org.apache.logging.log4j/log4j-core', 'org.apache.logging.log4j/', 'log4j-core'],
    ['@angular/core', '', '@angular/core'],
    ['golang.org/x/net', 'golang.org/x/', 'net'],
    ['github.com/jackc/pgx/v5', 'github.com/jackc/', 'pgx/v5'],
    ['v5', '', 'v5'],
    ['a/', '', 'a/'],
    ['/', '', '/'],
    [':x', ':', 'x'],
    ['', '', ''],
  ])('splits %j', (name, namespace, artifact) => {
    expect(splitComponentName(name)).toEqual({ namespace, artifact });
  });
});
