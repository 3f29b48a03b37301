package io.azureccm.e2e.cluster.admission;

import java.util.Optional;
import java.util.regex.Pattern;

/** The type {@code cidr} of Kubernetes' CEL; the address keeps its host bits until it is {@link #masked}. */
record NetworkRange(NetworkAddress address, int length) {
    private static final Pattern LENGTH = Pattern.compile("0|[1-9]\\d{0,2}");

    static Optional<NetworkRange> parse(String text) {
        int slash = text.indexOf('/');
        if (slash < 0 || !LENGTH.matcher(text.substring(slash + 1)).matches()) {
            return Optional.empty();
        }
        int length = Integer.parseInt(text.substring(slash + 1));
        return NetworkAddress.parse(text.substring(0, slash))
                .filter(address -> length <= address.bits())
                .map(address -> new NetworkRange(address, length));
    }

    NetworkRange masked() {
        return new NetworkRange(address.cut(length), length);
    }

    boolean contains(NetworkAddress other) {
        return other.bits() == address.bits() && other.cut(length).equals(address.cut(length));
    }
}
