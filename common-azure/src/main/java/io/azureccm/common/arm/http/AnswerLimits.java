package io.azureccm.common.arm.http;

/**
 * How much of what a server sends is taken in: bytes of one answer, bytes of all pages of a list together, bytes of an answer
 * that reports a failure (what goes beyond is left unread), and pages of a list. Bytes count after unpacking.
 */
public record AnswerLimits(int answer, long list, int failure, int pages) {
    /** Room for lists of 5,000 machines with their instance views: about 10 kB each, in pages of 1,000 at most. */
    public static final AnswerLimits DEFAULT = new AnswerLimits(32 << 20, 96L << 20, 256 << 10, 2_000);

    private static final int SHARE_OF_HEAP = 4;

    public AnswerLimits {
        if (answer < 1 || list < 1 || failure < 1 || pages < 1)
            throw new IllegalArgumentException("limits of answers must be positive");
    }

    /**
     * The same for a process with a heap of so many bytes: what was read takes several times its length as objects, so no more
     * than a quarter of the heap is taken in.
     */
    public AnswerLimits within(long heap) {
        long most = Math.max(1, heap / SHARE_OF_HEAP);
        return new AnswerLimits((int) Math.min(answer, most), Math.min(list, most), failure, pages);
    }
}
