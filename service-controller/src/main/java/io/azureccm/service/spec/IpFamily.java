package io.azureccm.service.spec;

/** An IP family as Azure spells it. */
public enum IpFamily {
    IPV4("IPv4"), IPV6("IPv6");

    private final String azureName;

    IpFamily(String azureName) {
        this.azureName = azureName;
    }

    public String azureName() {
        return azureName;
    }

    /** The family of an address literal; text that is none counts as IPv6, as the reference decides. */
    public static IpFamily of(String address) {
        return address.contains(":") || !Cidr.isAddress(address) ? IPV6 : IPV4;
    }
}
