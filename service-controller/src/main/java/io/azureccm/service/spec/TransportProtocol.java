package io.azureccm.service.spec;

/** The protocol of a Service port, with its three spellings in Azure: in rule names, in load-balancing rules, in security rules. */
public enum TransportProtocol {
    TCP("Tcp", "Tcp"), UDP("Udp", "Udp"), SCTP("All", "*");

    private final String ruleProtocol;
    private final String securityProtocol;

    TransportProtocol(String ruleProtocol, String securityProtocol) {
        this.ruleProtocol = ruleProtocol;
        this.securityProtocol = securityProtocol;
    }

    public String ruleProtocol() {
        return ruleProtocol;
    }

    public String securityProtocol() {
        return securityProtocol;
    }
}
