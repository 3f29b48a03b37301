package io.azureccm.e2e.cluster.store;

import java.util.OptionalLong;

/** How revisions are spelled as {@code resourceVersion}. */
public enum VersionFormat {
    /** The number, as a kube-apiserver over etcd does. */
    NUMBER {
        @Override
        public String text(long revision) {
            return Long.toString(revision);
        }

        @Override
        public OptionalLong revision(String text) {
            try {
                return OptionalLong.of(Long.parseUnsignedLong(text));
            } catch (NumberFormatException notANumber) {
                return OptionalLong.empty();
            }
        }
    },
    /** Text that says nothing about the order, as an API server may do that promises no more than equality. */
    OPAQUE {
        @Override
        public String text(long revision) {
            return PREFIX + Long.toHexString(revision * FACTOR);
        }

        @Override
        public OptionalLong revision(String text) {
            return text.matches(PREFIX + "[0-9a-f]{1,16}")
                    ? OptionalLong.of(Long.parseUnsignedLong(text.substring(PREFIX.length()), 16) * INVERSE)
                    : NUMBER.revision(text);
        }
    };

    private static final String PREFIX = "v-";
    private static final long FACTOR = 0x9e3779b97f4a7c15L;
    /** {@code FACTOR * INVERSE == 1} in 64 bits: each step doubles the number of bits that are right. */
    private static final long INVERSE = inverse(FACTOR);

    private static long inverse(long factor) {
        long inverse = factor;
        for (int bits = 3; bits < Long.SIZE; bits *= 2)
            inverse *= 2 - factor * inverse;
        return inverse;
    }

    public abstract String text(long revision);

    /** Empty for text that is no version; 0 stands for any. */
    public abstract OptionalLong revision(String text);
}
