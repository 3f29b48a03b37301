package io.azureccm.service.spec;

import io.azureccm.common.net.Cidr;
import io.azureccm.common.net.IpAddress;

/** An IP family with its spelling in Azure. */
public enum IpFamily {
    IPV4("IPv4"), IPV6("IPv6");

    private final String azureName;

    IpFamily(String azureName) {
        this.azureName = azureName;
    }

    public String azureName() {
        return azureName;
    }

    public static IpFamily of(Cidr range) {
        return range.ipv6() ? IPV6 : IPV4;
    }

    /** The family of an address literal; text that is not an address counts as IPv6, as in the reference. */
    public static IpFamily of(String address) {
        return address.contains(":") || !IpAddress.isAddress(address) ? IPV6 : IPV4;
    }
}
