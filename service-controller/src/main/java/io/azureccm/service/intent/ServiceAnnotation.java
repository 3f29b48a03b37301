package io.azureccm.service.intent;

/** The annotations of a Service that steer its load balancer, with what each one does. */
public enum ServiceAnnotation {
    INTERNAL("azure-load-balancer-internal", "true makes the load balancer internal"),
    INTERNAL_SUBNET("azure-load-balancer-internal-subnet", "subnet of the internal frontend"),
    IPV4("azure-load-balancer-ipv4", "fixed IPv4 address of the frontend"),
    IPV6("azure-load-balancer-ipv6", "fixed IPv6 address of the frontend"),
    PIP_NAME("azure-pip-name", "name of an existing public IP"),
    PIP_NAME_IPV6("azure-pip-name-ipv6", "name of an existing IPv6 public IP"),
    PIP_PREFIX("azure-pip-prefix-id", "id of the prefix the public IP is made from"),
    PIP_PREFIX_IPV6("azure-pip-prefix-id-ipv6", "id of the prefix the IPv6 public IP is made from"),
    PIP_RESOURCE_GROUP("azure-load-balancer-resource-group", "resource group of the public IP"),
    ADDITIONAL_PUBLIC_IPS("azure-additional-public-ips", "more addresses for status and security rules"),
    DNS_LABEL("azure-dns-label-name", "DNS label of the public IP; empty removes it"),
    PIP_TAGS("azure-pip-tags", "tags of the managed public IP, a=b,c=d"),
    PIP_IP_TAGS("azure-pip-ip-tags", "IP tags of the managed public IP, Type=Tag"),
    IDLE_TIMEOUT("azure-load-balancer-tcp-idle-timeout", "idle timeout of the rules, 4 to 100 minutes"),
    DISABLE_TCP_RESET("azure-load-balancer-disable-tcp-reset", "true sends no TCP reset on idle timeout"),
    DISABLE_FLOATING_IP("azure-disable-load-balancer-floating-ip", "true sends traffic to node ports"),
    HIGH_AVAILABILITY_PORTS("azure-load-balancer-enable-high-availability-ports", "true makes one rule for all ports"),
    PROBE_PROTOCOL("azure-load-balancer-health-probe-protocol", "tcp, http or https"),
    PROBE_PATH("azure-load-balancer-health-probe-request-path", "path of HTTP probes"),
    PROBE_INTERVAL("azure-load-balancer-health-probe-interval", "seconds between probes, at least 5"),
    PROBE_COUNT("azure-load-balancer-health-probe-num-of-probe", "failed probes until a node is out, at least 2"),
    ALLOWED_IP_RANGES("azure-allowed-ip-ranges", "ranges that may reach the Service"),
    SOURCE_RANGES("load-balancer-source-ranges", "ranges that may reach the Service"),
    ALLOWED_SERVICE_TAGS("azure-allowed-service-tags", "Azure service tags that may reach the Service"),
    DENY_ALL("azure-deny-all-except-load-balancer-source-ranges", "true denies everything that is not allowed"),
    DISABLE_SECURITY_RULES("azure-disable-load-balancer-nsg-rule", "true makes no security rules"),
    PLS_CREATE("azure-pls-create", "true asks for a private link service: not supported yet, the Service is refused"),
    PLS_PROXY_PROTOCOL("azure-pls-proxy-protocol",
            "with a private link service: nodes are probed on their node ports, not on the health check port");

    public static final String PREFIX = "service.beta.kubernetes.io/";

    private final String key;
    private final String effect;

    ServiceAnnotation(String name, String effect) {
        this.key = PREFIX + name;
        this.effect = effect;
    }

    public String key() {
        return key;
    }

    public String effect() {
        return effect;
    }

    /** The key of a setting of one port, such as {@code port_443_health-probe_protocol}. */
    public static String ofPort(int port, String setting) {
        return PREFIX + "port_" + port + "_" + setting;
    }
}
