/** All labeled cases. To add a table, add a file to `labeled-cases` and a line here. */
import type { LabeledCase } from './labeled-case.ts';
import { aliasCases } from './labeled-cases/aliases.ts';
import { apkCases } from './labeled-cases/apk.ts';
import { bundleCases } from './labeled-cases/bundles.ts';
import { cleanNameCases } from './labeled-cases/clean-names.ts';
import { cratesCases } from './labeled-cases/crates.ts';
import { debianCases } from './labeled-cases/debian.ts';
import { debianReleaseCases } from './labeled-cases/debian-releases.ts';
import { gitCases } from './labeled-cases/git.ts';
import { goCases } from './labeled-cases/go.ts';
import { hostileVersionCases } from './labeled-cases/hostile-versions.ts';
import { mavenCases } from './labeled-cases/maven.ts';
import { npmCases } from './labeled-cases/npm.ts';
import { nugetCases } from './labeled-cases/nuget.ts';
import { ownershipCases } from './labeled-cases/ownership.ts';
import { packagistCases } from './labeled-cases/packagist.ts';
import { pypiCases } from './labeled-cases/pypi.ts';
import { lastKnownCases, rangeCases } from './labeled-cases/ranges.ts';
import { recordCases } from './labeled-cases/records.ts';
import { almaCases, rockyCases } from './labeled-cases/red-hat-family.ts';
import { redHatModuleCases } from './labeled-cases/red-hat-modules.ts';
import { ownAdvisoryCases } from './labeled-cases/own-advisories.ts';
import { redHatReleaseCases } from './labeled-cases/red-hat-releases.ts';
import { redHatCases } from './labeled-cases/red-hat.ts';
import { rubygemsCases } from './labeled-cases/rubygems.ts';
import { smallLanguageCases } from './labeled-cases/small-languages.ts';
import { smallRpmCases } from './labeled-cases/small-rpm.ts';
import { openSuseCases, suseCases } from './labeled-cases/suse.ts';
import { ubuntuCases } from './labeled-cases/ubuntu.ts';

export const CASES: readonly LabeledCase[] = [
  ...rangeCases,
  ...lastKnownCases,
  ...recordCases,
  ...aliasCases,
  ...bundleCases,
  ...cleanNameCases,
  ...hostileVersionCases,
  ...npmCases,
  ...pypiCases,
  ...mavenCases,
  ...goCases,
  ...gitCases,
  ...cratesCases,
  ...rubygemsCases,
  ...nugetCases,
  ...packagistCases,
  ...smallLanguageCases,
  ...debianCases,
  ...debianReleaseCases,
  ...ubuntuCases,
  ...apkCases,
  ...redHatCases,
  ...redHatReleaseCases,
  ...redHatModuleCases,
  ...ownAdvisoryCases,
  ...almaCases,
  ...rockyCases,
  ...suseCases,
  ...openSuseCases,
  ...smallRpmCases,
  ...ownershipCases,
];
