package io.azureccm.common.core.shared;

/**
 * The values that were seen last, so that equal ones can be kept in memory once. A table of fixed size, in which a value replaces
 * another one of the same slot; values are immutable. It is read and written without locks: a lost update only costs another copy.
 */
public final class RecentValues<T> {
    private final Object[] slots;

    /** {@code size}: how many values are remembered at most; a power of two. */
    public RecentValues(int size) {
        if (Integer.bitCount(size) != 1)
            throw new IllegalArgumentException("the size of the table must be a power of two, not " + size);
        slots = new Object[size];
    }

    /** The value seen before that is equal to this one; this one when there is none. */
    @SuppressWarnings("unchecked")
    public T sharing(T value) {
        int hash = value.hashCode();
        int slot = (hash ^ hash >>> 15) & slots.length - 1;
        Object known = slots[slot];
        if (value.equals(known))
            return (T) known;
        slots[slot] = value;
        return value;
    }
}
