package io.azureccm.common.config.options;

/** Pod ranges for nodes: whether they are handed out, and how long their prefixes are. */
public record NodeIpamOptions(boolean allocate, Allocator allocator, int maskSizeIpv4, int maskSizeIpv6) {

    /** Who picks the ranges. */
    public enum Allocator {

        /** All nodes get ranges of one length, out of the cluster's ranges. */
        RANGE("RangeAllocator"),

        /** Tags of scale sets and availability sets say how long the prefix of a node is. */
        CLOUD("CloudAllocator");

        private final String text;

        Allocator(String text) {
            this.text = text;
        }

        public String text() {
            return text;
        }
    }

    public int maskSize(boolean ipv6) {
        return ipv6 ? maskSizeIpv6 : maskSizeIpv4;
    }
}
