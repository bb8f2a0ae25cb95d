/**
 * Models: nothing of upstream's, which changes its maps in place.
 * Simplified: -
 * Not modelled: -
 */
import type { JsonMap } from './values';

/** A map that is being changed: copied at the first change, and whatever a key is called, it is an own property. */
export class Draft {
  private map: JsonMap;
  private copy: Record<string, unknown> | undefined;
  private shrunk = false;

  constructor(map: JsonMap) {
    this.map = map;
  }

  has(key: string): boolean {
    return Object.hasOwn(this.map, key);
  }

  get(key: string): unknown {
    return this.has(key) ? this.map[key] : undefined;
  }

  keys(): string[] {
    return Object.keys(this.map);
  }

  set(key: string, value: unknown): void {
    if (this.has(key) && this.map[key] === value) return;
    const copy = this.changing();
    if (key === '__proto__') {
      Object.defineProperty(copy, key, { value, writable: true, enumerable: true, configurable: true });
    } else {
      copy[key] = value;
    }
  }

  delete(key: string): void {
    if (!this.has(key)) return;
    delete this.changing()[key];
    this.shrunk = true;
  }

  /** The map as it is now: the very one that was given when nothing changed. */
  get result(): JsonMap {
    if (this.shrunk) {
      // An object from which something was deleted stays slow to read for ever; a copy of it is not.
      this.copy = { ...this.map };
      this.map = this.copy;
      this.shrunk = false;
    }
    return this.map;
  }

  private changing(): Record<string, unknown> {
    if (this.copy === undefined) {
      this.copy = { ...this.map };
      this.map = this.copy;
    }
    return this.copy;
  }
}
