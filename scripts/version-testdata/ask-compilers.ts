/**
 * Asks libraries that need a compiled program: those of Rust, Haskell, .NET and Dart. Each program reads pairs and prints signs;
 * its dependencies are fetched from a registry first.
 */
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import type { VersionTexts } from './choose-version-pairs.ts';
import { askByLines, fetchLibrary, runTool, withSources, type NativeSign } from './run-native-tool.ts';

const RUST = `
use semver::Version;
use std::cmp::Ordering;

fn main() {
    for line in std::io::stdin().lines().map_while(Result::ok) {
        let pair: Vec<_> = line.split(' ').map(Version::parse).collect();
        match (&pair[0], &pair[1]) {
            (Ok(a), Ok(b)) => println!("{}", match a.cmp_precedence(b) { Ordering::Less => -1, Ordering::Equal => 0, Ordering::Greater => 1 }),
            _ => println!("?"),
        }
    }
}
`;

const RUST_PACKAGE = `
[package]
name = "order"
version = "0.0.0"
edition = "2021"

[[bin]]
name = "order"
path = "main.rs"

[dependencies]
semver = "=1.0.28"
`;

/** Build metadata (after a plus) is part of the order of `Version` itself, but not of its precedence. */
export function askRust(pairs: readonly VersionTexts[]): NativeSign[] {
  return withSources({ 'main.rs': RUST, 'Cargo.toml': RUST_PACKAGE }, (folder) => {
    fetchLibrary('cargo', ['fetch', '--quiet'], folder);
    return askByLines(pairs, 'cargo', ['run', '--quiet'], folder);
  });
}

const HASKELL = `
import Distribution.Parsec (simpleParsec)
import Distribution.Version (Version)

main :: IO ()
main = interact (unlines . map (order . map simpleParsec . words) . lines)

order :: [Maybe Version] -> String
order [Just a, Just b] = show (fromEnum (compare a b) - 1)
order _ = "?"
`;

/** GHC includes Cabal. */
export function askCabal(pairs: readonly VersionTexts[]): NativeSign[] {
  return withSources({ 'Main.hs': HASKELL }, (folder) => askByLines(pairs, 'runghc', ['Main.hs'], folder));
}

const NUGET = `
using System;
using System.Linq;
using NuGet.Versioning;

class Order {
  static void Main() {
    for (string line; (line = Console.ReadLine()) != null; ) {
      var pair = line.Split(' ').Select(text => NuGetVersion.TryParse(text, out NuGetVersion version) ? version : null).ToArray();
      Console.WriteLine(pair.Contains(null) ? "?" : Math.Sign(pair[0].CompareTo(pair[1])).ToString());
    }
  }
}
`;

/** The program `nuget.exe` is also a library, under the name of its assembly. */
export function askNuget(program: string, pairs: readonly VersionTexts[]): NativeSign[] {
  return withSources({ 'Order.cs': NUGET }, (folder) => {
    copyFileSync(program, join(folder, 'NuGet.exe'));
    runTool('mcs', ['-reference:NuGet.exe', 'Order.cs'], '', folder);
    return askByLines(pairs, 'mono', ['Order.exe'], folder);
  });
}

const DART = `
import 'dart:io';
import 'package:pub_semver/pub_semver.dart';

Version? read(String text) {
  try {
    return Version.parse(text);
  } on FormatException {
    return null;
  }
}

void main() {
  for (String? line; (line = stdin.readLineSync()) != null; ) {
    final pair = line!.split(' ').map(read).toList();
    print(pair.contains(null) ? '?' : pair[0]!.compareTo(pair[1]!).sign);
  }
}
`;

/** `packages` is the package_config.json of a package that depends on pub_semver. */
export function askPub(packages: string, pairs: readonly VersionTexts[]): NativeSign[] {
  return withSources({ 'order.dart': DART }, (folder) =>
    askByLines(pairs, 'dart', [`--packages=${packages}`, join(folder, 'order.dart')]),
  );
}
