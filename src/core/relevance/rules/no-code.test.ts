import { describe, expect, it } from 'vitest';
import { aPlace, aSubject } from '../../../../test/support/subjects.ts';
import { noCode } from './no-code.ts';

const judge = (ecosystem: string | null, name: string, assumptions: readonly string[] = []) =>
  noCode.judge(aSubject({ component: { ecosystem, name }, match: { assumptions } }));

describe('R26', () => {
  it.each([
    ['Debian', 'linux-libc-dev'],
    ['Ubuntu', 'linux-headers-5.15.0-91-generic'],
    ['Red Hat', 'kernel-headers'],
    ['Rocky Linux', 'kernel-devel'],
  ])('dismisses kernel headers as a heuristic, with and without an image: %s %s', (ecosystem, name) => {
    for (const isContainer of [true, false]) {
      const subject = aSubject({
        component: { ecosystem, name },
        match: { assumptions: ['kernel-headers'] },
        places: [aPlace({ document: { isContainer } })],
      });

      expect(noCode.judge(subject)).toMatchObject({
        code: 'no-code',
        effect: 'dismiss',
        class: 'heuristic',
        justification: 'code_not_present',
      });
    }
  });

  it.each([
    ['Red Hat', 'nodejs-docs', 'documentation'],
    ['Debian', 'openssl-doc', 'documentation'],
    ['Debian', 'git-man', 'documentation'],
    ['Red Hat', 'httpd-manual', 'documentation'],
    ['AlmaLinux', 'maven-javadoc', 'documentation'],
    ['AlmaLinux', 'glibc-minimal-langpack', 'translations'],
    ['Rocky Linux', 'glibc-langpack-en', 'translations'],
    ['Ubuntu', 'krb5-locales', 'translations'],
    ['Ubuntu', 'gnupg-l10n', 'translations'],
    ['SUSE', 'coreutils-lang', 'translations'],
    ['Red Hat', 'bind-license', 'license texts'],
    ['Red Hat', 'vim-filesystem', 'directories'],
  ])('deprioritizes %s %s, which contains %s', (ecosystem, name, content) => {
    expect(judge(ecosystem, name)).toMatchObject({
      effect: 'deprioritize',
      justification: 'code_not_present',
      text: `The package contains ${content} and no program code.`,
    });
  });

  it.each([
    ['Debian', 'libssl-dev'],
    ['Red Hat', 'openssl-devel'],
    ['Red Hat', 'glibc-common'],
    ['Red Hat', 'glibc-headers'],
    ['Red Hat', 'subscription-manager'],
    ['Red Hat', 'nodejs-full-i18n'],
    ['Debian', 'perl-doc'],
    ['Debian', 'locales'],
    ['Debian', 'iso-codes-lang'],
    ['Debian', 'union-filesystem'],
    ['npm', 'eslint-plugin-doc'],
    [null, 'openssl-doc'],
  ])('does not apply to %s %s', (ecosystem, name) => {
    expect(judge(ecosystem, name)).toBeUndefined();
  });
});
