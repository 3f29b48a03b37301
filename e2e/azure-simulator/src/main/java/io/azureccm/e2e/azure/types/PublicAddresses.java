package io.azureccm.e2e.azure.types;

import io.azureccm.e2e.azure.store.Cidr;
import java.math.BigInteger;

/** Allocates public addresses in sequence, never twice, so that runs can be compared. */
public final class PublicAddresses {
    private final Cidr ipv4 = Cidr.parse("20.51.0.0/16").orElseThrow();
    private final Cidr ipv6 = Cidr.parse("2603:1030:800::/64").orElseThrow();
    private final Cidr prefixes4 = Cidr.parse("20.80.0.0/12").orElseThrow();
    private final Cidr prefixes6 = Cidr.parse("2603:1030:900::/48").orElseThrow();
    private long next4 = 10;
    private long next6 = 10;
    private BigInteger prefixOffset4 = BigInteger.ZERO;
    private BigInteger prefixOffset6 = BigInteger.ZERO;

    public synchronized String next(boolean v6) {
        return v6 ? ipv6.at(BigInteger.valueOf(next6++)) : ipv4.at(BigInteger.valueOf(next4++));
    }

    /** A new prefix of the length, as {@code address/length}. */
    public synchronized String nextPrefix(boolean v6, int length) {
        BigInteger size = BigInteger.ONE.shiftLeft((v6 ? 128 : 32) - length);
        BigInteger offset = aligned(v6 ? prefixOffset6 : prefixOffset4, size);
        if (v6)
            prefixOffset6 = offset.add(size);
        else
            prefixOffset4 = offset.add(size);
        return (v6 ? prefixes6 : prefixes4).at(offset) + "/" + length;
    }

    private static BigInteger aligned(BigInteger offset, BigInteger size) {
        BigInteger[] parts = offset.divideAndRemainder(size);
        return parts[1].signum() == 0 ? offset : parts[0].add(BigInteger.ONE).multiply(size);
    }
}
