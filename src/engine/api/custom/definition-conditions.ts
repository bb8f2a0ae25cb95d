/**
 * Models: k8s.io/apiextensions-apiserver pkg/apihelpers (SetCRDCondition, FindCRDCondition, IsCRDConditionTrue).
 * Simplified: -
 * Not modelled: -
 */
import { formatTime } from '../../../shared/time';
import type { CustomResourceDefinition, CustomResourceDefinitionCondition } from '../types';

export function definitionCondition(
  { status }: CustomResourceDefinition,
  type: string,
): CustomResourceDefinitionCondition | undefined {
  return (status?.conditions ?? []).find((condition) => condition.type === type);
}

/** Whether a definition's kinds are served. */
export function isEstablished(definition: CustomResourceDefinition): boolean {
  return definitionCondition(definition, 'Established')?.status === 'True';
}

/** The definition with another condition, whose time moves only when its status does. */
export function withDefinitionCondition(
  definition: CustomResourceDefinition,
  type: string,
  status: 'True' | 'False',
  reason: string,
  message: string,
  nowMicros: number,
): CustomResourceDefinition {
  const before = definitionCondition(definition, type);
  const lastTransitionTime = before?.status === status ? before.lastTransitionTime : formatTime(nowMicros);
  const condition = { lastTransitionTime, message, reason, status, type };
  const conditions = definition.status?.conditions ?? [];
  const next = before ? conditions.map((other) => (other === before ? condition : other)) : [...conditions, condition];
  return { ...definition, status: { ...definition.status, conditions: next } };
}
