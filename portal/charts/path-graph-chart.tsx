/**
 * Dependency paths to a component as a graph from left to right. Loaded lazily on request; the same paths are listed as text
 * above and below it.
 */
import '@xyflow/react/dist/style.css';
import dagre from '@dagrejs/dagre';
import { useComputedColorScheme } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { Controls, Position, ReactFlow, type Edge, type Node } from '@xyflow/react';
import { useMemo } from 'react';
import { UntrustedText } from '../parts/values/untrusted-text.tsx';
import { PathLink } from '../parts/navigation/path-link.tsx';
import { countOf } from '../text/format/counts.ts';
import { cutMiddle, toVisibleText } from '../text/untrusted/visible-text.ts';
import type { GraphNode, PathGraph } from './path-graph.ts';
import styles from './path-graph-chart.module.css';

const WIDTH = 220;
const HEIGHT = 44;

export function PathGraphChart({ graph }: { readonly graph: PathGraph }) {
  const colorMode = useComputedColorScheme('light');
  const router = useRouter();
  const { nodes, edges } = useMemo(() => layOut(graph), [graph]);
  const sentence = `${countOf(graph.nodes.length, 'component')} and ${countOf(graph.edges.length, 'dependency', 'dependencies')} between them.`;
  return (
    <>
      <div className={styles.graph}>
        <ReactFlow
          nodes={nodes}
          edges={edges}
          // Without it, boxes are white with light text in dark mode.
          colorMode={colorMode}
          fitView
          fitViewOptions={{ maxZoom: 1, padding: 0.15 }}
          minZoom={0.1}
          nodesDraggable={false}
          nodesConnectable={false}
          edgesFocusable={false}
          zoomOnScroll={false}
          preventScrolling={false}
          ariaLabelConfig={{ 'node.a11yDescription.default': 'Press Enter to open the component.' }}
          onNodeClick={(_event, node) => open(node)}
          onKeyDown={(event) => {
            const id = (event.target as HTMLElement).dataset['id'];
            const node = nodes.find((each) => each.id === id);
            if (event.key === 'Enter' && node !== undefined) open(node);
          }}
          aria-label={`Graph: ${sentence}`}
        >
          <Controls showInteractive={false} />
        </ReactFlow>
      </div>
      <p className={styles.note}>
        {sentence}
        {graph.pathsLeft > 0 && ` ${countOf(graph.pathsLeft, 'more path')} not shown.`}
      </p>
      <EdgeList graph={graph} />
    </>
  );

  function open({ data }: Node<NodeData>): void {
    if (data.componentId !== null) router.history.push(`/components/${data.componentId}`);
  }
}

type NodeData = { readonly label: string; readonly componentId: string | null };

function layOut({ nodes, edges }: PathGraph): { nodes: Node<NodeData>[]; edges: Edge[] } {
  const layout = new dagre.graphlib.Graph();
  layout.setGraph({ rankdir: 'LR', nodesep: 14, ranksep: 56 });
  layout.setDefaultEdgeLabel(() => ({}));
  for (const { key } of nodes) layout.setNode(key, { width: WIDTH, height: HEIGHT });
  for (const [from, to] of edges) layout.setEdge(from, to);
  dagre.layout(layout);
  return {
    nodes: nodes.map((node) => toFlowNode(node, layout.node(node.key))),
    edges: edges.map(([source, target]) => ({ id: `${source} ${target}`, source, target })),
  };
}

function toFlowNode({ key, id, label, kind }: GraphNode, { x, y }: { x: number; y: number }): Node<NodeData> {
  const text = cutMiddle(toVisibleText(label), 56);
  return {
    id: key,
    position: { x: x - WIDTH / 2, y: y - HEIGHT / 2 },
    width: WIDTH,
    height: HEIGHT,
    data: { label: text, componentId: id },
    className: `${styles.node} ${styles[kind]}`,
    ariaLabel: `${text}, ${KIND_LABELS[kind]}`,
    // A left-to-right layout needs the handles on these sides too.
    sourcePosition: Position.Right,
    targetPosition: Position.Left,
  };
}

const KIND_LABELS: Readonly<Record<GraphNode['kind'], string>> = {
  root: 'subject of the SBOM',
  direct: 'direct dependency',
  between: 'transitive dependency',
  wanted: 'this component',
};

/** The same data for users who cannot see the graph. */
function EdgeList({ graph: { nodes, edges } }: { readonly graph: PathGraph }) {
  const byKey = new Map(nodes.map((node) => [node.key, node]));
  return (
    <details className={styles.list}>
      <summary>Show as list</summary>
      <ul>
        {edges.map(([from, to]) => (
          <li key={`${from} ${to}`}>
            <NodeText node={byKey.get(from)} /> depends on <NodeText node={byKey.get(to)} />
          </li>
        ))}
      </ul>
    </details>
  );
}

function NodeText({ node }: { readonly node: GraphNode | undefined }) {
  if (node === undefined) return null;
  const text = <UntrustedText text={node.label} charactersMax={64} />;
  return node.id === null ? text : <PathLink path={`/components/${node.id}`}>{text}</PathLink>;
}
