/**
 * Remediation deadlines, from the table "CISA BOD 26-04 Remediation Timelines" 1.0.0 as CERTCC/SSVC publishes it
 * (https://github.com/CERTCC/SSVC, data/csv/cisa/cisa_bod_26_04_1_0_0.csv), under this license:
 *
 * MIT License. Copyright (c) 2020 CERT Coordination Center (CERT/CC)
 *
 * Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated documentation files
 * (the "Software"), to deal in the Software without restriction, including without limitation the rights to use, copy, modify,
 * merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit persons to whom the Software is
 * furnished to do so, subject to the following conditions:
 *
 * The above copyright notice and this permission notice shall be included in all copies or substantial portions of the Software.
 *
 * THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES
 * OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE
 * LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN
 * CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.
 */
import type { TechnicalImpact } from '../../vocabulary/severity.ts';

export interface DeadlineRow {
  readonly inKev: boolean;
  readonly exposed: boolean;
  readonly automatable: boolean;
  readonly technicalImpact: TechnicalImpact;
}

export interface DeadlineTerm {
  /** Null: with the next upgrade of the system. */
  readonly days: number | null;
  /** Whether to look for traces of an intrusion as well. */
  readonly forensics: boolean;
}

const UPGRADE: DeadlineTerm = { days: null, forensics: false };
const DAYS_60: DeadlineTerm = { days: 60, forensics: false };
const DAYS_14: DeadlineTerm = { days: 14, forensics: false };
const DAYS_3: DeadlineTerm = { days: 3, forensics: false };
const DAYS_3_FORENSICS: DeadlineTerm = { days: 3, forensics: true };

/**
 * Key: in KEV, exposed. Columns: not automatable and partial, not automatable and total, automatable and partial, automatable and
 * total.
 */
const TABLE: Readonly<Record<string, readonly [DeadlineTerm, DeadlineTerm, DeadlineTerm, DeadlineTerm]>> = {
  'false false': [UPGRADE, UPGRADE, DAYS_60, DAYS_60],
  'false true': [DAYS_60, DAYS_14, DAYS_14, DAYS_3],
  'true false': [DAYS_14, DAYS_14, DAYS_14, DAYS_3_FORENSICS],
  'true true': [DAYS_14, DAYS_3_FORENSICS, DAYS_3, DAYS_3_FORENSICS],
};

export function toDeadlineTerm({ inKev, exposed, automatable, technicalImpact }: DeadlineRow): DeadlineTerm {
  const [partial, total, automatablePartial, automatableTotal] = TABLE[`${inKev} ${exposed}`] ?? STRICTEST;
  if (technicalImpact === 'partial') return automatable ? automatablePartial : partial;
  return automatable ? automatableTotal : total;
}

const STRICTEST = [DAYS_3_FORENSICS, DAYS_3_FORENSICS, DAYS_3_FORENSICS, DAYS_3_FORENSICS] as const;
