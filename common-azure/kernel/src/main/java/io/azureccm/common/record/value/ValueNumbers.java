package io.azureccm.common.record.value;

import java.util.Arrays;

/** Numbers of values by their hashes, counted from 0. Not thread-safe. */
final class ValueNumbers {
    private static final int NONE = -1;

    private long[] hashes = new long[1_024];
    private int[] numbers = new int[1_024];
    private int size;

    ValueNumbers() {
        Arrays.fill(numbers, NONE);
    }

    int size() {
        return size;
    }

    /** The number of the value with this hash; -1 if it has none. */
    int of(long hash) {
        return numbers[place(hash)];
    }

    /** Gives the next number to a value that has none. */
    int add(long hash) {
        if (2 * size >= hashes.length)
            grow();
        int place = place(hash);
        hashes[place] = hash;
        numbers[place] = size;
        return size++;
    }

    private int place(long hash) {
        int place = (int) hash & hashes.length - 1;
        while (numbers[place] != NONE && hashes[place] != hash)
            place = place + 1 & hashes.length - 1;
        return place;
    }

    private void grow() {
        long[] old = hashes;
        int[] known = numbers;
        hashes = new long[2 * old.length];
        numbers = new int[2 * old.length];
        Arrays.fill(numbers, NONE);
        for (int i = 0; i < old.length; i++) {
            if (known[i] == NONE)
                continue;
            int place = place(old[i]);
            hashes[place] = old[i];
            numbers[place] = known[i];
        }
    }
}
