package io.azureccm.e2e.cluster.network;

import java.math.BigInteger;
import java.util.Optional;
import java.util.regex.Pattern;

/** The type {@code cidr} of Kubernetes' CEL; the address keeps its host bits until it is {@link #masked}. */
public record NetworkRange(NetworkAddress address, int length) {
    private static final Pattern LENGTH = Pattern.compile("0|[1-9]\\d{0,2}");

    public static Optional<NetworkRange> parse(String text) {
        int slash = text.indexOf('/');
        if (slash < 0 || !LENGTH.matcher(text.substring(slash + 1)).matches())
            return Optional.empty();
        int length = Integer.parseInt(text.substring(slash + 1));
        return NetworkAddress.parse(text.substring(0, slash))
                .filter(address -> length <= address.bits())
                .map(address -> new NetworkRange(address, length));
    }

    public NetworkRange masked() {
        return new NetworkRange(address.cut(length), length);
    }

    public boolean contains(NetworkAddress other) {
        return other.bits() == address.bits() && other.cut(length).equals(address.cut(length));
    }

    /** The number of addresses, or a larger one. */
    public int size() {
        return 1 << Math.min(30, address.bits() - length);
    }

    /** The address at an offset from the first one. */
    public String at(int offset) {
        return new NetworkAddress(address.bits(), address.value().add(BigInteger.valueOf(offset))).text();
    }
}
