package io.azureccm.service.spec.parse;

import io.azureccm.common.net.Cidr;
import java.util.List;
import java.util.stream.Stream;

/** Address ranges that public IPs never have. */
public final class ReservedAddresses {
    public static final List<Cidr> RANGES = Stream.of("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16",
            "100.64.0.0/10",
            "168.63.129.16/32", "127.0.0.0/8", "169.254.0.0/16", "224.0.0.0/4", "0.0.0.0/32", "255.255.255.255/32",
            "fc00::/7", "fe80::/10", "ff00::/8", "::1/128", "::/128")
            .flatMap(range -> Cidr.parseStrict(range).stream())
            .toList();

    private ReservedAddresses() {}

    static boolean contain(String address) {
        return Cidr.ofAddress(address)
                .filter(own -> RANGES.stream().anyMatch(range -> range.contains(own)))
                .isPresent();
    }
}
