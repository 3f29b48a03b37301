package io.azureccm.common.arm.http;

/**
 * Size limits of responses: bytes of one response, bytes of all pages of a list together, bytes of an error response (the
 * rest is not read), and pages of a list. Bytes are counted after decompression.
 */
public record ResponseLimits(int response, long list, int failure, int pages) {
    /** Enough for lists of 5,000 machines with their instance views: about 10 kB each, in pages of at most 1,000. */
    public static final ResponseLimits DEFAULT = new ResponseLimits(32 << 20, 96L << 20, 256 << 10, 2_000);

    private static final int SHARE_OF_HEAP = 4;

    public ResponseLimits {
        if (response < 1 || list < 1 || failure < 1 || pages < 1)
            throw new IllegalArgumentException("limits of responses must be positive");
    }

    /**
     * The same for a process with a heap of this size in bytes: as objects, a response takes several times its length, so at
     * most a quarter of the heap is read.
     */
    public ResponseLimits within(long heap) {
        long most = Math.max(1, heap / SHARE_OF_HEAP);
        return new ResponseLimits((int) Math.min(response, most), Math.min(list, most), failure, pages);
    }
}
