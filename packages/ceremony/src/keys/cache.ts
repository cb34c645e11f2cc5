/** Values that cost much to compute, by name. It forgets the oldest when it is full. */
export interface Cache<V> {
  getOrCreate(name: string, create: () => V): V
}

/** @param size - How many values it keeps. */
export function createCache<V>(size: number): Cache<V> {
  const values = new Map<string, V>()
  return {
    getOrCreate(name, create) {
      const existing = values.get(name)
      if (existing !== undefined) return existing
      const value = create()
      const [oldest] = values.keys()
      if (values.size >= size && oldest !== undefined) values.delete(oldest)
      values.set(name, value)
      return value
    },
  }
}
