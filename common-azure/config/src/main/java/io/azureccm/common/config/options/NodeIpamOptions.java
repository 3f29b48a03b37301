package io.azureccm.common.config.options;

import io.azureccm.common.net.Cidr;

/** Pod ranges of nodes: whether they are allocated, and their prefix lengths. */
public record NodeIpamOptions(boolean allocate, Allocator allocator, int maskSizeIpv4, int maskSizeIpv6) {

    /** Who determines the prefix length. */
    public enum Allocator {

        /** All nodes get ranges of the same length, out of the cluster's ranges. */
        RANGE("RangeAllocator"),

        /** Tags of scale sets and availability sets determine the prefix length of a node. */
        CLOUD("CloudAllocator");

        private final String text;

        Allocator(String text) {
            this.text = text;
        }

        public String text() {
            return text;
        }
    }

    /** The prefix length of nodes in such a range. */
    public int maskSize(Cidr range) {
        return range.ipv6() ? maskSizeIpv6 : maskSizeIpv4;
    }
}
