/**
 * Releases by codename. https://www.debian.org/releases/, https://releases.ubuntu.com/
 * Sid and testing are not releases, and an unknown name is not one either: advisories of the wrong release are as bad as none.
 */
export const DEBIAN_CODENAMES: ReadonlyMap<string, string> = new Map([
  ['wheezy', '7'],
  ['jessie', '8'],
  ['stretch', '9'],
  ['buster', '10'],
  ['bullseye', '11'],
  ['bookworm', '12'],
  ['trixie', '13'],
]);

export const UBUNTU_CODENAMES: ReadonlyMap<string, string> = new Map([
  ['precise', '12.04'],
  ['trusty', '14.04'],
  ['utopic', '14.10'],
  ['vivid', '15.04'],
  ['wily', '15.10'],
  ['xenial', '16.04'],
  ['yakkety', '16.10'],
  ['zesty', '17.04'],
  ['artful', '17.10'],
  ['bionic', '18.04'],
  ['cosmic', '18.10'],
  ['disco', '19.04'],
  ['eoan', '19.10'],
  ['focal', '20.04'],
  ['groovy', '20.10'],
  ['hirsute', '21.04'],
  ['impish', '21.10'],
  ['jammy', '22.04'],
  ['kinetic', '22.10'],
  ['lunar', '23.04'],
  ['mantic', '23.10'],
  ['noble', '24.04'],
  ['oracular', '24.10'],
  ['plucky', '25.04'],
  ['questing', '25.10'],
  ['resolute', '26.04'],
]);

export const DEBIAN_RELEASES: ReadonlySet<string> = new Set(DEBIAN_CODENAMES.values());
export const UBUNTU_RELEASES: ReadonlySet<string> = new Set(UBUNTU_CODENAMES.values());
