import { describe, expect, it } from 'vitest';
import { toPathGraph } from './path-graph.ts';

const node = (id: string | null, name = id ?? 'app') => ({ id, name, version: id === null ? null : '1', purl: null });
const path = (...ids: (string | null)[]) => ({ sbomId: 's', nodes: ids.map((id) => node(id)) });

describe('toPathGraph', () => {
  it('contains every component and every edge once', () => {
    const graph = toPathGraph([path(null, 'a', 'x'), path(null, 'b', 'a', 'x')], 'x');

    expect(graph.nodes.map(({ key, kind }) => [key, kind])).toEqual([
      ['root app', 'root'],
      ['a', 'direct'],
      ['x', 'wanted'],
      ['b', 'direct'],
    ]);
    expect(graph.edges).toEqual([
      ['root app', 'a'],
      ['a', 'x'],
      ['root app', 'b'],
      ['b', 'a'],
    ]);
    expect(graph.pathsLeft).toBe(0);
  });

  it('holds at most 200 components and counts the omitted paths', () => {
    const paths = Array.from({ length: 250 }, (_, index) => path(null, `d${index}`, 'x'));

    const { nodes, pathsLeft } = toPathGraph(paths, 'x');

    expect(nodes).toHaveLength(200);
    expect(pathsLeft).toBe(52);
  });
});
