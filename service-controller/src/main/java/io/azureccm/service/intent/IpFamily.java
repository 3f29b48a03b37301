package io.azureccm.service.intent;

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

    /** The family of an address literal; anything with a colon is IPv6, as the reference decides for unparsable text. */
    public static IpFamily of(String address) {
        return address.contains(":") || !address.contains(".") ? IPV6 : IPV4;
    }
}
