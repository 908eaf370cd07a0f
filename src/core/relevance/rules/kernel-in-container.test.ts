import { describe, expect, it } from 'vitest';
import { aPlace, aSubject } from '../../../../test/support/subjects.ts';
import { kernelInContainer } from './kernel-in-container.ts';

const CONTAINER = aPlace({ document: { isContainer: true } });

const judge = (ecosystem: string | null, name: string, places = [CONTAINER]) =>
  kernelInContainer.judge(aSubject({ component: { ecosystem, name }, places }));

describe('R13', () => {
  it.each([
    ['Debian', 'linux'],
    ['Debian', 'linux-image-6.1.0-18-amd64'],
    ['Ubuntu', 'linux-modules-5.15.0-91-generic'],
    ['Alpine', 'linux-lts'],
    ['Red Hat', 'kernel'],
    ['Red Hat', 'kernel-core'],
    ['SUSE', 'kernel-default'],
    ['Linux', 'linux_kernel'],
  ])('deprioritizes a kernel package in an image: %s %s', (ecosystem, name) => {
    expect(judge(ecosystem, name)).toMatchObject({ effect: 'deprioritize', justification: 'requires_environment' });
  });

  it.each([
    ['Debian', 'linux-libc-dev'],
    ['Debian', 'linux-pam'],
    ['Red Hat', 'kernel-tools'],
    ['npm', 'kernel'],
    [null, 'linux'],
  ])('does not apply to %s %s', (ecosystem, name) => {
    expect(judge(ecosystem, name)).toBeUndefined();
  });

  it('does not apply when one place is not a container', () => {
    expect(judge('Debian', 'linux', [CONTAINER, aPlace()])).toBeUndefined();
  });
});
