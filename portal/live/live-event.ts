/** An event from the server as the stream delivers it. */

export interface LiveEvent {
  readonly type: string;
  readonly at: string;
  readonly serviceId: string | null;
  readonly versionId: string | null;
  readonly analysisId: string | null;
  readonly detail: Readonly<Record<string, unknown>> | null;
}
