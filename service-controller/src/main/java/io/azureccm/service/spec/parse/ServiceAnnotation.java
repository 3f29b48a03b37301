package io.azureccm.service.spec.parse;

import java.util.List;
import java.util.stream.Stream;

/**
 * The annotations of a Service that configure its load balancer. The single catalogue for readers, warnings and reference pages: allowed
 * values, default, and effect. Annotations of a single port are {@link PortAnnotation}s.
 */
public enum ServiceAnnotation {
    INTERNAL(Topic.ADDRESS, Exposure.INTERNAL, "azure-load-balancer-internal", Type.FLAG, "false",
            "true makes the load balancer internal"),
    INTERNAL_SUBNET(Topic.ADDRESS, Exposure.INTERNAL, "azure-load-balancer-internal-subnet", Type.NAME,
            "name of a subnet of the cluster's network",
            "`subnetName` of the cloud config", "subnet of the internal frontend; ignored for an external Service"),
    IPV4(Topic.ADDRESS, "azure-load-balancer-ipv4", Type.ADDRESS, "IPv4 address", "",
            "fixed address of the frontend, overrides `spec.loadBalancerIP`; for an external Service it is that of an existing public IP"),
    IPV6(Topic.ADDRESS, "azure-load-balancer-ipv6", Type.ADDRESS, "IPv6 address", "", "the same for IPv6"),
    CONFIGURATIONS(Topic.ADDRESS, "azure-load-balancer-configurations",
            Type.LIST, "names of load balancer configurations, separated by commas; the key is case-insensitive", "all",
            "the load balancers that the Service may be placed on, if there are several"),
    MODE(Topic.ADDRESS, "azure-load-balancer-mode", Type.TEXT, "name of a VM set, or `__auto__`", "the primary VM set",
            "selects the load balancer if it has the Basic SKU; ignored for other SKUs"),
    PIP_NAME(Topic.PUBLIC_IP, "azure-pip-name", Type.NAME, "name of a public IP", "",
            "existing public IP to use; overrides a prefix and a fixed address"),
    PIP_NAME_IPV6(Topic.PUBLIC_IP, "azure-pip-name-ipv6", Type.NAME, "name of a public IP", "",
            "the same for IPv6; an IPv6-only Service falls back to `azure-pip-name`"),
    PIP_PREFIX(Topic.PUBLIC_IP, "azure-pip-prefix-id", Type.RESOURCE_ID, "ID of a public IP prefix", "",
            "prefix that the public IP is allocated from; overrides a fixed address"),
    PIP_PREFIX_IPV6(Topic.PUBLIC_IP, "azure-pip-prefix-id-ipv6", Type.RESOURCE_ID, "ID of a public IP prefix", "",
            "the same for IPv6; an IPv6-only Service falls back to `azure-pip-prefix-id`"),
    PIP_RESOURCE_GROUP(Topic.PUBLIC_IP, "azure-load-balancer-resource-group", Type.NAME, "name of a resource group",
            "`resourceGroup` of the cloud config", "resource group in which public IPs are looked up and created"),
    ADDITIONAL_PUBLIC_IPS(Topic.PUBLIC_IP, "azure-additional-public-ips", Type.ADDRESSES,
            "addresses, separated by commas", "",
            "additional addresses for the status and the security rules; not configured on the load balancer;"
                    + " [addresses of others](public-ips.md#additional-addresses) are refused"),
    DNS_LABEL(Topic.PUBLIC_IP, "azure-dns-label-name", Type.TEXT, "DNS label", "unchanged",
            "DNS label of the public IP; empty removes it"),
    PIP_TAGS(Topic.PUBLIC_IP, "azure-pip-tags", Type.PAIRS, "",
            "tags of the managed public IP; those that say whose it is have no effect"),
    PIP_IP_TAGS(Topic.PUBLIC_IP, "azure-pip-ip-tags", Type.PAIRS, "`Type=Tag,...`", "unchanged",
            "IP tags of the managed public IP; unless `enableIPTagMutationForExistingPublicIP` allows changing them in place, a"
                    + " change recreates the public IP with another address"),
    IDLE_TIMEOUT(Topic.RULES, "azure-load-balancer-tcp-idle-timeout", Type.WHOLE_NUMBER,
            "whole number of minutes, 4 to 100", "4",
            "idle timeout of all rules"),
    DISABLE_TCP_RESET(Topic.RULES, "azure-load-balancer-disable-tcp-reset", Type.FLAG, "false",
            "true disables the TCP reset on idle timeout"),
    DISABLE_FLOATING_IP(Topic.RULES, "azure-disable-load-balancer-floating-ip", Type.FLAG, "false",
            "true sends traffic to the node ports at the addresses of the nodes; ignored for a rule for all ports"),
    HIGH_AVAILABILITY_PORTS(Topic.RULES, "azure-load-balancer-enable-high-availability-ports", Type.FLAG, "false",
            "true creates one rule for all ports; only for internal load balancers of the Standard SKU"),
    PROBE_PROTOCOL(Topic.PROBES, "azure-load-balancer-health-probe-protocol", Type.PROTOCOL, "tcp",
            "protocol of the probes; overridden by `appProtocol` of a port"),
    PROBE_PATH(Topic.PROBES, "azure-load-balancer-health-probe-request-path", Type.TEXT, "path", "/",
            "path of HTTP probes"),
    PROBE_INTERVAL(Topic.PROBES, "azure-load-balancer-health-probe-interval", Type.WHOLE_NUMBER,
            "whole number of seconds, at least 5",
            "5", "time between probes; multiplied by the number of probes it must be less than 120 seconds"),
    PROBE_COUNT(Topic.PROBES, "azure-load-balancer-health-probe-num-of-probe", Type.WHOLE_NUMBER,
            "whole number, at least 2", "2",
            "failed probes before a node stops receiving traffic"),
    ALLOWED_IP_RANGES(Topic.ACCESS, Exposure.RESTRICTED, "azure-allowed-ip-ranges", Type.RANGES, "",
            "IP ranges that may reach the Service"),
    SOURCE_RANGES(Topic.ACCESS, Exposure.RESTRICTED, "load-balancer-source-ranges", Type.RANGES, "",
            "the same; the ranges of both keys are combined, and neither can be combined with `spec.loadBalancerSourceRanges`"),
    ALLOWED_SERVICE_TAGS(Topic.ACCESS, Exposure.RESTRICTED, "azure-allowed-service-tags", Type.LIST,
            "Azure service tags, separated by commas", "",
            "service tags that may reach the Service in addition to the ranges"),
    DESTINATION_RANGES(Topic.ACCESS, "azure-allowed-destination-ip-ranges", Type.RANGES, "the addresses of the nodes",
            "destinations in the security rules of a Service without floating IP, such as the range of the nodes' subnet;"
                    + " [for large clusters](../../guides/large-clusters.md#without-floating-ip)"),
    DENY_ALL(Topic.ACCESS, Exposure.RESTRICTED, "azure-deny-all-except-load-balancer-source-ranges", Type.FLAG, "false",
            "true denies all traffic that is not allowed, if ranges are given"),
    DISABLE_SECURITY_RULES(Topic.ACCESS, "azure-disable-load-balancer-nsg-rule", Type.FLAG, "false",
            "true creates no security rules"),
    PLS_CREATE(Topic.PRIVATE_LINK, "azure-pls-create", Type.FLAG, "false",
            "true creates a private link service; without it, one that was created before is deleted"),
    PLS_RESOURCE_GROUP(Topic.PRIVATE_LINK, "azure-pls-resource-group", Type.NAME, "name of a resource group",
            "`privateLinkServiceResourceGroup` of the cloud config, else `resourceGroup`",
            "resource group in which the private link service is created"),
    PLS_NAME(Topic.PRIVATE_LINK, "azure-pls-name", Type.NAME, "name", "`pls-` followed by the name of the frontend",
            "name of the private link service; it cannot be changed"),
    PLS_SUBNET(Topic.PRIVATE_LINK, "azure-pls-ip-configuration-subnet", Type.NAME,
            "name of a subnet of the cluster's network",
            "`azure-load-balancer-internal-subnet`, else `subnetName` of the cloud config",
            "subnet of the source addresses of traffic"),
    PLS_IP_COUNT(Topic.PRIVATE_LINK, "azure-pls-ip-configuration-ip-address-count", Type.WHOLE_NUMBER,
            "whole number, 1 to 8", "1",
            "number of source addresses; at least as many as are specified"),
    PLS_IPS(Topic.PRIVATE_LINK, "azure-pls-ip-configuration-ip-address", Type.ADDRESSES,
            "IPv4 addresses, separated by spaces", "",
            "fixed source addresses, used first; the first one is the primary"),
    PLS_FQDNS(Topic.PRIVATE_LINK, "azure-pls-fqdns", Type.LIST, "names, separated by spaces", "",
            "names of the private link service"),
    PLS_PROXY_PROTOCOL(Topic.PRIVATE_LINK, "azure-pls-proxy-protocol", Type.FLAG, "false",
            "true enables the proxy protocol; nodes are then probed on their node ports, not on the health check port"),
    PLS_VISIBILITY(Topic.PRIVATE_LINK, "azure-pls-visibility", Type.LIST, "subscriptions, separated by spaces, or `*`",
            "",
            "subscriptions that may see the private link service"),
    PLS_AUTO_APPROVAL(Topic.PRIVATE_LINK, "azure-pls-auto-approval", Type.LIST, "subscriptions, separated by spaces",
            "",
            "subscriptions whose connections are approved automatically");

    public static final String PREFIX = "service.beta.kubernetes.io/";
    /** The number of failed probes, times the seconds between them, must be below this. */
    public static final int PROBE_SECONDS_LIMIT = 120;
    private static final String NAME = "[A-Za-z0-9]([A-Za-z0-9_.-]{0,78}[A-Za-z0-9_])?";
    private static final String GROUP = "[\\p{L}\\p{N}_.()-]{0,89}[\\p{L}\\p{N}_()-]";

    /** The subject of an annotation; a section of the reference page. */
    public enum Topic {
        ADDRESS("Where a Service is reached"),
        PUBLIC_IP("Public IP"),
        RULES("Rules"),
        PROBES("Health probes"),
        ACCESS("Access"),
        PRIVATE_LINK("Private link service");

        private final String title;

        Topic(String title) {
            this.title = title;
        }

        public String title() {
            return title;
        }

        public List<ServiceAnnotation> annotations() {
            return Stream.of(ServiceAnnotation.values()).filter(annotation -> annotation.topic == this).toList();
        }
    }

    /** The type of value of an annotation; each type has one reader. */
    public enum Type {
        FLAG("`true` or `false`, case-insensitive"),
        WHOLE_NUMBER("whole number"),
        PROTOCOL("`tcp`, `http` or `https`"),
        NAME("name"),
        RESOURCE_ID("ID of a resource"),
        ADDRESS("IP address"),
        ADDRESSES("IP addresses"),
        RANGES("CIDR ranges, separated by commas"),
        LIST("words"),
        PAIRS("`a=b,c=d`"),
        TEXT("text");

        private final String grammar;

        Type(String grammar) {
            this.grammar = grammar;
        }

        /** The allowed values, as text, if the annotation does not define them more precisely. */
        String grammar() {
            return grammar;
        }
    }

    /** What users are told: the allowed values, the effective value if the annotation is missing ("" for none), and what it does. */
    public record Help(String grammar, String fallback, String effect) {}

    /** The effect of an annotation on who can reach the Service. */
    public enum Exposure {
        /** None. */
        UNCHANGED,
        /** It makes the Service internal, or applies only to internal Services. */
        INTERNAL,
        /** It specifies the sources that may reach the Service. */
        RESTRICTED
    }

    private final Topic topic;
    private final Exposure exposure;
    private final String key;
    private final Type type;
    private final Help help;

    ServiceAnnotation(Topic topic, String name, Type type, String fallback, String effect) {
        this(topic, Exposure.UNCHANGED, name, type, type.grammar(), fallback, effect);
    }

    ServiceAnnotation(Topic topic, String name, Type type, String grammar, String fallback, String effect) {
        this(topic, Exposure.UNCHANGED, name, type, grammar, fallback, effect);
    }

    ServiceAnnotation(Topic topic, Exposure exposure, String name, Type type, String fallback, String effect) {
        this(topic, exposure, name, type, type.grammar(), fallback, effect);
    }

    ServiceAnnotation(Topic topic, Exposure exposure, String name, Type type, String grammar, String fallback,
            String effect) {
        this.topic = topic;
        this.exposure = exposure;
        this.key = PREFIX + name;
        this.type = type;
        this.help = new Help(grammar, fallback, effect);
    }

    public Exposure exposure() {
        return exposure;
    }

    public Type type() {
        return type;
    }

    /** The allowed numbers of an annotation of {@link Type#WHOLE_NUMBER}; for a port the same as for its Service. */
    public Bounds bounds() {
        return switch (this) {
            case IDLE_TIMEOUT -> new Bounds(4, 100);
            case PROBE_INTERVAL -> Bounds.atLeast(5);
            case PROBE_COUNT -> Bounds.atLeast(2);
            case PLS_IP_COUNT -> new Bounds(1, 8);
            default -> throw new IllegalStateException(key + " takes no number");
        };
    }

    /** The regular expression for the entire value of a {@link Type#NAME}, in the grammar that Java and RE2 share. */
    public String namePattern() {
        return this == PIP_RESOURCE_GROUP || this == PLS_RESOURCE_GROUP ? GROUP : NAME;
    }

    public String key() {
        return key;
    }

    public Help help() {
        return help;
    }
}
