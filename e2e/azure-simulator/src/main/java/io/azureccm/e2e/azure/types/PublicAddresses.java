package io.azureccm.e2e.azure.types;

import io.azureccm.e2e.azure.store.Cidr;
import java.math.BigInteger;
import java.util.HashMap;
import java.util.Map;

/** Allocates public addresses in sequence, never twice, so that runs can be compared. */
public final class PublicAddresses {
    private static final Cidr IPV4 = Cidr.parse("20.51.0.0/16").orElseThrow();
    private static final Cidr IPV6 = Cidr.parse("2603:1030:800::/64").orElseThrow();
    private static final Cidr PREFIXES4 = Cidr.parse("20.80.0.0/12").orElseThrow();
    private static final Cidr PREFIXES6 = Cidr.parse("2603:1030:900::/48").orElseThrow();
    private final Map<Cidr, BigInteger> next = new HashMap<>(Map.of(IPV4, BigInteger.TEN, IPV6, BigInteger.TEN));

    public String next(boolean v6) {
        return take(v6 ? IPV6 : IPV4, BigInteger.ONE);
    }

    /** A new prefix of the length, as {@code address/length}. */
    public String nextPrefix(boolean v6, int length) {
        return take(v6 ? PREFIXES6 : PREFIXES4, BigInteger.ONE.shiftLeft((v6 ? 128 : 32) - length)) + "/" + length;
    }

    /** The first of as many addresses, at a multiple of their number. */
    private synchronized String take(Cidr range, BigInteger size) {
        BigInteger free = next.getOrDefault(range, BigInteger.ZERO);
        BigInteger offset = free.add(size).subtract(BigInteger.ONE).divide(size).multiply(size);
        next.put(range, offset.add(size));
        return range.at(offset);
    }
}
