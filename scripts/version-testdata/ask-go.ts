/** Asks Go libraries: for modules, for releases of Go itself, and the one that Bitnami uses to order its packages. */
import type { VersionTexts } from './choose-version-pairs.ts';
import { askByLines, fetchLibrary, withSources, type AskTool, type NativeSign } from './run-native-tool.ts';

const GO = `package main

import (
	"bufio"
	"fmt"
	"go/version"
	"os"
	"strings"

	bitnami "github.com/bitnami/go-version/pkg/version"
	"golang.org/x/mod/semver"
)

func main() {
	lines := bufio.NewScanner(os.Stdin)
	for lines.Scan() {
		pair := strings.Fields(lines.Text())
		fmt.Println(order(os.Args[1], pair[0], pair[1]))
	}
}

func order(tool, a, b string) string {
	switch tool {
	case "bitnami":
		x, wrongX := bitnami.Parse(a)
		y, wrongY := bitnami.Parse(b)
		if wrongX == nil && wrongY == nil {
			return fmt.Sprint(x.Compare(y))
		}
	case "toolchain":
		if version.IsValid(a) && version.IsValid(b) {
			return fmt.Sprint(version.Compare(a, b))
		}
	case "module":
		if semver.IsValid(module(a)) && semver.IsValid(module(b)) {
			return fmt.Sprint(semver.Compare(module(a), module(b)))
		}
	}
	return "?"
}

// Advisories write the versions of modules without the v.
func module(text string) string {
	return "v" + strings.TrimPrefix(text, "v")
}
`;

const GO_MODULE = `module order

go 1.22

require (
	github.com/bitnami/go-version v0.0.0-20231130084017-bb00604d650c
	golang.org/x/mod v0.30.0
)
`;

export const askGo: AskTool = (pairs) => runGo('module', pairs);

/** Releases of Go itself: `go1.22rc1`. */
export const askGoToolchain: AskTool = (pairs) => runGo('toolchain', pairs);

export const askBitnami: AskTool = (pairs) => runGo('bitnami', pairs);

function runGo(tool: string, pairs: readonly VersionTexts[]): NativeSign[] {
  return withSources({ 'main.go': GO, 'go.mod': GO_MODULE }, (folder) => {
    fetchLibrary('go', ['mod', 'tidy'], folder);
    return askByLines(pairs, 'go', ['run', '.', tool], folder);
  });
}
