/**
 * Expected results of the five versions of `shop-api`, derived by hand from the components that changed between them and from the
 * npm advisories of February 2025. A change that breaks a line must explain why its reason no longer holds.
 */

/** By `package versions before -> versions now`: ids that are introduced, resolved, or kept. */
export type ComponentChanges = Readonly<
  Record<
    string,
    {
      readonly introduced?: readonly string[];
      readonly resolved?: readonly string[];
      /** Other versions of the package are affected now. */
      readonly moves?: readonly string[];
      /** A version that is not affected was added or removed. */
      readonly stays?: readonly string[];
    }
  >
>;

export interface HistoryStep {
  readonly version: string;
  /** Packages with findings before or after and changed versions. All others keep their findings. */
  readonly changes: ComponentChanges;
}

/**
 * Filtered, and therefore neither reported nor compared: all their components are for development, and none is critical. They can
 * still be listed. `flat` has a critical one, which a rule may only suggest to filter.
 */
export const FILTERED: ReadonlySet<string> = new Set([
  'CVE-2020-7660 serialize-javascript',
  'CVE-2022-3517 minimatch',
  'CVE-2024-11831 serialize-javascript',
  'CVE-2024-4067 micromatch',
  'CVE-2024-4068 braces',
  'CVE-2024-43788 webpack',
  'CVE-2024-55565 nanoid',
]);

export const SHOP_API: readonly HistoryStep[] = [
  {
    version: '1.0.0',
    changes: {
      'async -> 2.6.1, 2.6.4': { introduced: ['CVE-2021-43138'] },
      'axios -> 0.18.0': { introduced: ['CVE-2019-10742', 'CVE-2020-28168', 'CVE-2021-3749', 'CVE-2023-45857'] },
      'body-parser -> 1.18.3': { introduced: ['CVE-2024-45590'] },
      'braces -> 2.3.2, 3.0.3': { introduced: ['CVE-2024-4068'] },
      'cookie -> 0.3.1': { introduced: ['CVE-2024-47764'] },
      'debug -> 2.6.9, 3.1.0, 3.2.6, 4.1.1, 4.4.3': { introduced: ['CVE-2017-16137'] },
      'ejs -> 2.6.1': { introduced: ['CVE-2022-29078', 'CVE-2024-33883'] },
      'engine.io -> 3.3.2': { introduced: ['CVE-2020-36048', 'CVE-2022-41940'] },
      'express -> 4.16.4': { introduced: ['CVE-2024-29041', 'CVE-2024-43796'] },
      'flat -> 4.1.1': { introduced: ['CVE-2020-36632'] },
      'handlebars -> 4.1.0': {
        introduced: [
          'CVE-2019-19919',
          'CVE-2019-20920',
          'CVE-2019-20922',
          'CVE-2021-23369',
          'CVE-2021-23383',
          'GHSA-2cf5-4w76-r9qv',
          'GHSA-f52g-6jhx-586p',
          'GHSA-g9r4-xpmj-mj65',
          'GHSA-q2c6-c6pm-g3gh',
          'GHSA-q42p-pg8m-cqh6',
        ],
      },
      'js-yaml -> 3.12.1, 3.13.1, 3.15.2': { introduced: ['GHSA-2pr6-76vf-7546', 'GHSA-8j8c-7jfh-h6hx'] },
      'jsonwebtoken -> 8.5.0': {
        introduced: ['CVE-2022-23539', 'CVE-2022-23540', 'CVE-2022-23541', 'GHSA-27h2-hvpr-p74q'],
      },
      'lodash -> 4.17.11, 4.18.1': {
        introduced: ['CVE-2019-10744', 'CVE-2020-28500', 'CVE-2020-8203', 'CVE-2021-23337'],
      },
      'marked -> 0.6.0': {
        introduced: [
          'CVE-2022-21680',
          'CVE-2022-21681',
          'GHSA-7m7q-q53v-j47v',
          'GHSA-ch52-vgq2-943f',
          'GHSA-xf5p-87ch-gxw2',
        ],
      },
      'micromatch -> 3.1.10': { introduced: ['CVE-2024-4067'] },
      'minimatch -> 3.0.4, 3.1.5': { introduced: ['CVE-2022-3517'] },
      'minimist -> 0.0.10, 1.2.0, 1.2.8': { introduced: ['CVE-2020-7598', 'CVE-2021-44906'] },
      'moment -> 2.22.2': { introduced: ['CVE-2022-24785', 'CVE-2022-31129'] },
      'mongodb -> 3.1.10': { introduced: ['GHSA-mh5c-679w-hh4r'] },
      'mongoose -> 5.4.0': {
        introduced: [
          'CVE-2019-17426',
          'CVE-2022-24304',
          'CVE-2022-2564',
          'CVE-2023-3696',
          'CVE-2024-53900',
          'CVE-2025-23061',
        ],
      },
      'mpath -> 0.5.1': { introduced: ['CVE-2021-23438'] },
      'mquery -> 3.2.0': { introduced: ['CVE-2020-35149'] },
      'node-fetch -> 2.3.0': { introduced: ['CVE-2020-15168', 'CVE-2022-0235'] },
      'parseuri -> 0.0.5': { introduced: ['CVE-2024-36751'] },
      'path-to-regexp -> 0.1.7': { introduced: ['CVE-2024-45296', 'CVE-2024-52798'] },
      'qs -> 6.17.1, 6.5.2': { introduced: ['CVE-2022-24999'] },
      'request -> 2.88.0': { introduced: ['CVE-2023-28155'] },
      'send -> 0.16.2': { introduced: ['CVE-2024-43799'] },
      'serialize-javascript -> 3.0.0, 4.0.0': { introduced: ['CVE-2020-7660', 'CVE-2024-11831'] },
      'serve-static -> 1.13.2': { introduced: ['CVE-2024-43800'] },
      'socket.io -> 2.2.0': { introduced: ['CVE-2020-28481', 'CVE-2024-38355'] },
      'tar -> 4.4.8': {
        introduced: [
          'CVE-2021-32803',
          'CVE-2021-32804',
          'CVE-2021-37701',
          'CVE-2021-37712',
          'CVE-2021-37713',
          'CVE-2024-28863',
        ],
      },
      'tough-cookie -> 2.4.3': { introduced: ['CVE-2023-26136'] },
      'validator -> 10.4.0': { introduced: ['CVE-2021-3765'] },
      'ws -> 6.1.0': { introduced: ['CVE-2021-32640', 'CVE-2024-37890'] },
    },
  },
  {
    version: '1.1.0',
    changes: {
      'async 2.6.1, 2.6.4 -> 3.2.6': { resolved: ['CVE-2021-43138'] },
      'axios 0.18.0 -> 0.19.2': {
        resolved: ['CVE-2019-10742'],
        moves: ['CVE-2020-28168', 'CVE-2021-3749', 'CVE-2023-45857'],
      },
      'body-parser 1.18.3 -> 1.19.0': { moves: ['CVE-2024-45590'] },
      'cookie 0.3.1 -> 0.3.1, 0.4.0': { moves: ['CVE-2024-47764'] },
      'ejs 2.6.1 -> 3.1.3': { moves: ['CVE-2022-29078', 'CVE-2024-33883'] },
      'engine.io 3.3.2 -> 3.4.2': { moves: ['CVE-2020-36048', 'CVE-2022-41940'] },
      'express 4.16.4 -> 4.17.1': { moves: ['CVE-2024-29041', 'CVE-2024-43796'] },
      'follow-redirects 1.16.3 -> 1.5.10': {
        introduced: ['CVE-2022-0155', 'CVE-2022-0536', 'CVE-2023-26159', 'CVE-2024-28849'],
      },
      'handlebars 4.1.0 -> 4.7.3': {
        resolved: [
          'CVE-2019-19919',
          'CVE-2019-20920',
          'CVE-2019-20922',
          'GHSA-2cf5-4w76-r9qv',
          'GHSA-f52g-6jhx-586p',
          'GHSA-g9r4-xpmj-mj65',
          'GHSA-q2c6-c6pm-g3gh',
          'GHSA-q42p-pg8m-cqh6',
        ],
        moves: ['CVE-2021-23369', 'CVE-2021-23383'],
      },
      'js-yaml 3.12.1, 3.13.1, 3.15.2 -> 3.13.1, 3.14.0': { resolved: ['GHSA-2pr6-76vf-7546', 'GHSA-8j8c-7jfh-h6hx'] },
      'jsonwebtoken 8.5.0 -> 8.5.1': {
        moves: ['CVE-2022-23539', 'CVE-2022-23540', 'CVE-2022-23541', 'GHSA-27h2-hvpr-p74q'],
      },
      'lodash 4.17.11, 4.18.1 -> 4.17.19': {
        resolved: ['CVE-2019-10744', 'CVE-2020-8203'],
        moves: ['CVE-2020-28500', 'CVE-2021-23337'],
      },
      'marked 0.6.0 -> 1.1.0': {
        resolved: ['GHSA-7m7q-q53v-j47v', 'GHSA-ch52-vgq2-943f', 'GHSA-xf5p-87ch-gxw2'],
        moves: ['CVE-2022-21680', 'CVE-2022-21681'],
      },
      'minimatch 3.0.4, 3.1.5 -> 3.0.4, 3.1.5, 5.1.9': { stays: ['CVE-2022-3517'] },
      'minimist 0.0.10, 1.2.0, 1.2.8 -> 0.0.10, 1.2.5, 1.2.8': { moves: ['CVE-2020-7598', 'CVE-2021-44906'] },
      'moment 2.22.2 -> 2.27.0': { moves: ['CVE-2022-24785', 'CVE-2022-31129'] },
      'mongodb 3.1.10 -> 3.5.9': { resolved: ['GHSA-mh5c-679w-hh4r'] },
      'mongoose 5.4.0 -> 5.9.20': {
        resolved: ['CVE-2019-17426'],
        moves: ['CVE-2022-24304', 'CVE-2022-2564', 'CVE-2023-3696', 'CVE-2024-53900', 'CVE-2025-23061'],
      },
      'mpath 0.5.1 -> 0.7.0': { moves: ['CVE-2021-23438'] },
      'mquery 3.2.0 -> 3.2.2': { moves: ['CVE-2020-35149'] },
      'node-fetch 2.3.0 -> 2.6.0': { moves: ['CVE-2020-15168', 'CVE-2022-0235'] },
      'parseuri 0.0.5 -> 0.0.5, 0.0.6': { moves: ['CVE-2024-36751'] },
      'qs 6.17.1, 6.5.2 -> 6.17.1, 6.5.5, 6.7.0': { moves: ['CVE-2022-24999'] },
      'request 2.88.0 -> 2.88.2': { moves: ['CVE-2023-28155'] },
      'send 0.16.2 -> 0.17.1': { moves: ['CVE-2024-43799'] },
      'serve-static 1.13.2 -> 1.14.1': { moves: ['CVE-2024-43800'] },
      'socket.io 2.2.0 -> 2.3.0': { moves: ['CVE-2020-28481', 'CVE-2024-38355'] },
      'tar 4.4.8 -> 4.4.13': {
        moves: [
          'CVE-2021-32803',
          'CVE-2021-32804',
          'CVE-2021-37701',
          'CVE-2021-37712',
          'CVE-2021-37713',
          'CVE-2024-28863',
        ],
      },
      'tough-cookie 2.4.3 -> 2.5.0': { moves: ['CVE-2023-26136'] },
      'validator 10.4.0 -> 13.1.1': { introduced: ['GHSA-xx4c-jj58-r7x6'], moves: ['CVE-2021-3765'] },
      'ws 6.1.0 -> 6.1.4, 7.3.0': { moves: ['CVE-2021-32640', 'CVE-2024-37890'] },
      'xmlhttprequest-ssl 1.6.3 -> 1.5.5': { introduced: ['CVE-2020-28502', 'CVE-2021-31597'] },
    },
  },
  {
    version: '2.0.0',
    changes: {
      'axios 0.19.2 -> 0.24.0': { resolved: ['CVE-2020-28168', 'CVE-2021-3749'], moves: ['CVE-2023-45857'] },
      'body-parser 1.19.0 -> 1.19.1': { moves: ['CVE-2024-45590'] },
      'cookie 0.3.1, 0.4.0 -> 0.4.1': { moves: ['CVE-2024-47764'] },
      'ejs 3.1.3 -> 3.1.6': { moves: ['CVE-2022-29078', 'CVE-2024-33883'] },
      'engine.io 3.4.2 -> 3.5.0': { moves: ['CVE-2020-36048', 'CVE-2022-41940'] },
      'express 4.17.1 -> 4.17.2': { moves: ['CVE-2024-29041', 'CVE-2024-43796'] },
      'follow-redirects 1.5.10 -> 1.16.3': {
        resolved: ['CVE-2022-0155', 'CVE-2022-0536', 'CVE-2023-26159', 'CVE-2024-28849'],
      },
      'handlebars 4.7.3 -> 4.7.7': { resolved: ['CVE-2021-23369', 'CVE-2021-23383'] },
      'lodash 4.17.19 -> 4.17.21': { resolved: ['CVE-2020-28500', 'CVE-2021-23337'] },
      'marked 1.1.0 -> 4.0.9': { moves: ['CVE-2022-21680', 'CVE-2022-21681'] },
      'minimist 0.0.10, 1.2.5, 1.2.8 -> 1.2.5, 1.2.8': { resolved: ['CVE-2020-7598'], moves: ['CVE-2021-44906'] },
      'moment 2.27.0 -> 2.29.1': { moves: ['CVE-2022-24785', 'CVE-2022-31129'] },
      'mongoose 5.9.20 -> 5.13.8': {
        moves: ['CVE-2022-24304', 'CVE-2022-2564', 'CVE-2023-3696', 'CVE-2024-53900', 'CVE-2025-23061'],
      },
      'mpath 0.7.0 -> 0.8.3': { moves: ['CVE-2021-23438'] },
      'mquery 3.2.2 -> 3.2.5': { resolved: ['CVE-2020-35149'] },
      'node-fetch 2.6.0 -> 2.6.6': { resolved: ['CVE-2020-15168'], moves: ['CVE-2022-0235'] },
      'parseuri 0.0.5, 0.0.6 -> 0.0.6': { moves: ['CVE-2024-36751'] },
      'qs 6.17.1, 6.5.5, 6.7.0 -> 6.17.1, 6.5.5, 6.9.6': { moves: ['CVE-2022-24999'] },
      'send 0.17.1 -> 0.17.2': { moves: ['CVE-2024-43799'] },
      'serve-static 1.14.1 -> 1.14.2': { moves: ['CVE-2024-43800'] },
      'socket.io 2.3.0 -> 2.4.0': { resolved: ['CVE-2020-28481'], moves: ['CVE-2024-38355'] },
      'tar 4.4.13 -> 4.4.19': {
        resolved: ['CVE-2021-32803', 'CVE-2021-32804', 'CVE-2021-37701', 'CVE-2021-37712', 'CVE-2021-37713'],
        moves: ['CVE-2024-28863'],
      },
      'validator 13.1.1 -> 13.7.0': { resolved: ['CVE-2021-3765', 'GHSA-xx4c-jj58-r7x6'] },
      'ws 6.1.4, 7.3.0 -> 7.4.6, 7.5.13, 7.5.5': { resolved: ['CVE-2021-32640'], moves: ['CVE-2024-37890'] },
      'xmlhttprequest-ssl 1.5.5 -> 1.6.3': { resolved: ['CVE-2020-28502', 'CVE-2021-31597'] },
    },
  },
  {
    version: '2.1.0',
    changes: {
      'axios 0.24.0 -> 1.4.0': { introduced: ['CVE-2024-39338'], moves: ['CVE-2023-45857'] },
      'body-parser 1.19.1 -> 1.20.1, 1.20.2': { moves: ['CVE-2024-45590'] },
      'braces 2.3.2, 3.0.3 -> 3.0.3': { resolved: ['CVE-2024-4068'] },
      'cookie 0.4.1 -> 0.4.2, 0.5.0': { moves: ['CVE-2024-47764'] },
      // 3.2.6 was for development, so nothing visible changed.
      'debug 2.6.9, 3.1.0, 3.2.6, 4.1.1, 4.4.3 -> 2.6.9, 3.1.0, 4.1.1, 4.3.4, 4.4.3': { stays: ['CVE-2017-16137'] },
      'ejs 3.1.6 -> 3.1.9': { resolved: ['CVE-2022-29078'], moves: ['CVE-2024-33883'] },
      'engine.io 3.5.0 -> 3.6.2': { resolved: ['CVE-2020-36048', 'CVE-2022-41940'] },
      'express 4.17.2 -> 4.18.2': { moves: ['CVE-2024-29041', 'CVE-2024-43796'] },
      'flat 4.1.1 -> 5.0.2': { resolved: ['CVE-2020-36632'] },
      'jsonwebtoken 8.5.1 -> 9.0.0': {
        resolved: ['CVE-2022-23539', 'CVE-2022-23540', 'CVE-2022-23541', 'GHSA-27h2-hvpr-p74q'],
      },
      'marked 4.0.9 -> 4.3.0': { resolved: ['CVE-2022-21680', 'CVE-2022-21681'] },
      'micromatch 3.1.10 ->': { resolved: ['CVE-2024-4067'] },
      'minimatch 3.0.4, 3.1.5, 5.1.9 -> 3.1.5, 5.0.1, 5.1.9': { resolved: ['CVE-2022-3517'] },
      'minimist 1.2.5, 1.2.8 -> 1.2.8': { resolved: ['CVE-2021-44906'] },
      'moment 2.29.1 -> 2.29.4': { resolved: ['CVE-2022-24785', 'CVE-2022-31129'] },
      'mongoose 5.13.8 -> 5.13.17': {
        resolved: ['CVE-2022-24304', 'CVE-2022-2564'],
        moves: ['CVE-2023-3696', 'CVE-2024-53900', 'CVE-2025-23061'],
      },
      'mpath 0.8.3 -> 0.8.4': { resolved: ['CVE-2021-23438'] },
      'nanoid -> 3.3.3': { introduced: ['CVE-2024-55565'] },
      'node-fetch 2.6.6 -> 2.6.11': { resolved: ['CVE-2022-0235'] },
      'qs 6.17.1, 6.5.5, 6.9.6 -> 6.11.0, 6.5.5': { resolved: ['CVE-2022-24999'] },
      'send 0.17.2 -> 0.18.0': { moves: ['CVE-2024-43799'] },
      'serialize-javascript 3.0.0, 4.0.0 -> 6.0.0': { resolved: ['CVE-2020-7660'], moves: ['CVE-2024-11831'] },
      'serve-static 1.14.2 -> 1.15.0': { moves: ['CVE-2024-43800'] },
      'socket.io 2.4.0 -> 2.5.0': { moves: ['CVE-2024-38355'] },
      'webpack 4.46.0 -> 5.76.0': { introduced: ['CVE-2024-43788'] },
      'ws 7.4.6, 7.5.13, 7.5.5 -> 7.5.13, 8.13.0': { moves: ['CVE-2024-37890'] },
    },
  },
  {
    version: '3.0.0',
    changes: {
      'axios 1.4.0 -> 1.7.9': { resolved: ['CVE-2023-45857', 'CVE-2024-39338'] },
      'body-parser 1.20.1, 1.20.2 -> 1.20.3': { resolved: ['CVE-2024-45590'] },
      'cookie 0.4.2, 0.5.0 -> 0.4.2, 0.7.1': { moves: ['CVE-2024-47764'] },
      'ejs 3.1.9 -> 3.1.10': { resolved: ['CVE-2024-33883'] },
      'express 4.18.2 -> 4.21.2': { resolved: ['CVE-2024-29041', 'CVE-2024-43796'] },
      'mongoose 5.13.17 -> 5.13.22': { resolved: ['CVE-2023-3696'], moves: ['CVE-2024-53900', 'CVE-2025-23061'] },
      'path-to-regexp 0.1.7 -> 0.1.12': { resolved: ['CVE-2024-45296', 'CVE-2024-52798'] },
      'send 0.18.0 -> 0.19.0': { resolved: ['CVE-2024-43799'] },
      'serve-static 1.15.0 -> 1.16.2': { resolved: ['CVE-2024-43800'] },
      'socket.io 2.5.0 -> 2.5.1': { resolved: ['CVE-2024-38355'] },
      'ws 7.5.13, 8.13.0 -> 7.5.13, 8.18.0': { resolved: ['CVE-2024-37890'] },
    },
  },
];
