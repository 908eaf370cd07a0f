import { describe, expect, it } from 'vitest';
import { parseStatements } from './apparmor-lexer.ts';

function read(text: string): readonly string[] {
  return [...parseStatements(text)].map(({ words, end }) => [...words.map((word) => word.text), end].join(' | '));
}

describe('AppArmor lexer', () => {
  it.each([
    ['/a r,', ['/a | r | comma']],
    ['  /a   r  ,\n', ['/a | r | comma']],
    ['/a,b r,', ['/a,b | r | comma']],
    ['/{a,b} r,', ['/{a,b} | r | comma']],
    ['/[,a] r,', ['/[,a] | r | comma']],
    ['"/a b" rw,', ['"/a b" | rw | comma']],
    ['"/a, b" rw,', ['"/a, b" | rw | comma']],
    ['/a\\ b r,', ['/a\\ b | r | comma']],
    ['# all of it\n/a r, # rest\n', ['/a | r | comma']],
    ['/a#b r,', ['/a#b | r | comma']],
    ['profile a flags=(complain, audit) {\n}', ['profile | a | flags=(complain, audit) | open', 'close']],
    ['profile a flags=(complain\n audit) {}', ['profile | a | flags=(complain\n audit) | open', 'close']],
    ['profile a {/b r,}', ['profile | a | open', '/b | r | comma', 'close']],
    ['#include <a>\n/b r,', ['#include | <a> | line', '/b | r | comma']],
    ['include if exists <a/b>\n', ['include | if | exists | <a/b> | line']],
    ['#included in vain\n', []],
    ['@{A}=/b /c\n/d r,', ['@{A}=/b | /c | line', '/d | r | comma']],
    ['@{A} += /b # more\n', ['@{A} | += | /b | line']],
    ['@{A}/b r,', ['@{A}/b | r | comma']],
    ['deny { /a r, }', ['deny | open', '/a | r | comma', 'close']],
    ['deny {/a,/b} r,', ['deny | {/a,/b} | r | comma']],
    ['{ /a r,}', ['open', '/a | r | comma', 'close']],
    ['/a r,\r\n/b w,\r\n', ['/a | r | comma', '/b | w | comma']],
    ['signal (send, receive) peer="a b",', ['signal | (send, receive) | peer="a b" | comma']],
    ['', []],
  ])('splits %j into statements', (text, expected) => {
    expect(read(text)).toEqual(expected);
  });

  it.each([
    ['/a r', /does not end with a comma, at line 1, column 5/],
    ['\n  /a r }', /comma is missing before the closing brace, at line 2, column 8/],
    ['\n "/a', /quoted name is not closed on its line, at line 2, column 2/],
    ['"/a\n" r,', /quoted name/],
    ['profile a flags=(b {', /parenthesis is not closed, at line 1, column 17/],
  ])('rejects %j', (text, message) => {
    expect(() => read(text)).toThrow(message);
  });

  it('records the position of statements, also after lists and comments of several lines', () => {
    const [, second] = parseStatements('profile a (b,\n\n c) { # d\n  /e r,\n}');

    expect(second).toMatchObject({ line: 4, column: 3, text: '/e r' });
  });
});
