package io.azureccm.service.intent;

import java.util.List;
import java.util.stream.Stream;

/**
 * The annotations of a Service that steer its load balancer: what may be written, what holds without it, and what it does. Those of
 * a single port are {@link PortAnnotation}s.
 */
public enum ServiceAnnotation {
    INTERNAL(Topic.ADDRESS, "azure-load-balancer-internal", Grammar.FLAG, "false",
            "true makes the load balancer internal"),
    INTERNAL_SUBNET(Topic.ADDRESS, "azure-load-balancer-internal-subnet", "name of a subnet of the cluster's network",
            "`subnetName` of the cloud config", "subnet of the internal frontend; without effect on an external one"),
    IPV4(Topic.ADDRESS, "azure-load-balancer-ipv4", "IPv4 address", "",
            "fixed address of the frontend, before `spec.loadBalancerIP`; an external one is that of an existing public IP"),
    IPV6(Topic.ADDRESS, "azure-load-balancer-ipv6", "IPv6 address", "", "the same for IPv6"),
    CONFIGURATIONS(Topic.ADDRESS, "azure-load-balancer-configurations",
            "names of load balancer configurations, separated by commas; the key is read in any case", "all",
            "which of several load balancers may be chosen"),
    MODE(Topic.ADDRESS, "azure-load-balancer-mode", "name of a VM set, or `__auto__`", "the primary VM set",
            "chooses the load balancer where it has the Basic SKU; without effect on others"),
    PIP_NAME(Topic.PUBLIC_IP, "azure-pip-name", "name of a public IP", "",
            "existing public IP to use; before the prefix and before a fixed address"),
    PIP_NAME_IPV6(Topic.PUBLIC_IP, "azure-pip-name-ipv6", "name of a public IP", "",
            "the same for IPv6; a Service with IPv6 alone takes `azure-pip-name` where this is missing"),
    PIP_PREFIX(Topic.PUBLIC_IP, "azure-pip-prefix-id", "id of a public IP prefix", "",
            "prefix the public IP is made from; before a fixed address"),
    PIP_PREFIX_IPV6(Topic.PUBLIC_IP, "azure-pip-prefix-id-ipv6", "id of a public IP prefix", "",
            "the same for IPv6; a Service with IPv6 alone takes `azure-pip-prefix-id` where this is missing"),
    PIP_RESOURCE_GROUP(Topic.PUBLIC_IP, "azure-load-balancer-resource-group", "name of a resource group",
            "`resourceGroup` of the cloud config", "where public IPs are looked for and made"),
    ADDITIONAL_PUBLIC_IPS(Topic.PUBLIC_IP, "azure-additional-public-ips", "addresses, separated by commas", "",
            "more addresses for status and security rules; not set up on the load balancer"),
    DNS_LABEL(Topic.PUBLIC_IP, "azure-dns-label-name", "DNS label", "left as it is",
            "DNS label of the public IP; empty removes it"),
    PIP_TAGS(Topic.PUBLIC_IP, "azure-pip-tags", Grammar.PAIRS, "", "tags of the managed public IP"),
    PIP_IP_TAGS(Topic.PUBLIC_IP, "azure-pip-ip-tags", "`Type=Tag,...`", "left as they are",
            "IP tags of the managed public IP; unless `enableIPTagMutationForExistingPublicIP` allows to change them, a change"
                    + " makes the public IP anew, with another address"),
    IDLE_TIMEOUT(Topic.RULES, "azure-load-balancer-tcp-idle-timeout", "whole number of minutes, 4 to 100", "4",
            "idle timeout of all rules"),
    DISABLE_TCP_RESET(Topic.RULES, "azure-load-balancer-disable-tcp-reset", Grammar.FLAG, "false",
            "true sends no TCP reset on idle timeout"),
    DISABLE_FLOATING_IP(Topic.RULES, "azure-disable-load-balancer-floating-ip", Grammar.FLAG, "false",
            "true sends traffic to node ports, at the addresses of the nodes; without effect on a rule for all ports"),
    HIGH_AVAILABILITY_PORTS(Topic.RULES, "azure-load-balancer-enable-high-availability-ports", Grammar.FLAG, "false",
            "true makes one rule for all ports; internal load balancers of the Standard SKU only"),
    PROBE_PROTOCOL(Topic.PROBES, "azure-load-balancer-health-probe-protocol", "`tcp`, `http` or `https`", "tcp",
            "protocol of the probes; `appProtocol` of a port goes before it"),
    PROBE_PATH(Topic.PROBES, "azure-load-balancer-health-probe-request-path", "path", "/", "path of HTTP probes"),
    PROBE_INTERVAL(Topic.PROBES, "azure-load-balancer-health-probe-interval", "whole number of seconds, at least 5",
            "5", "time between probes; with the number of probes it makes less than 120 seconds"),
    PROBE_COUNT(Topic.PROBES, "azure-load-balancer-health-probe-num-of-probe", "whole number, at least 2", "2",
            "failed probes until a node gets no traffic"),
    ALLOWED_IP_RANGES(Topic.ACCESS, "azure-allowed-ip-ranges", Grammar.RANGES, "", "ranges that may reach the Service"),
    SOURCE_RANGES(Topic.ACCESS, "load-balancer-source-ranges", Grammar.RANGES, "",
            "the same; both keys are taken together, and neither goes with `spec.loadBalancerSourceRanges`"),
    ALLOWED_SERVICE_TAGS(Topic.ACCESS, "azure-allowed-service-tags", "Azure service tags, separated by commas", "",
            "who may reach the Service besides the ranges"),
    DENY_ALL(Topic.ACCESS, "azure-deny-all-except-load-balancer-source-ranges", Grammar.FLAG, "false",
            "true denies everything that is not allowed, where ranges are given"),
    DISABLE_SECURITY_RULES(Topic.ACCESS, "azure-disable-load-balancer-nsg-rule", Grammar.FLAG, "false",
            "true makes no security rules"),
    PLS_CREATE(Topic.PRIVATE_LINK, "azure-pls-create", Grammar.FLAG, "false",
            "true asks for a private link service; without it the one that was made goes"),
    PLS_RESOURCE_GROUP(Topic.PRIVATE_LINK, "azure-pls-resource-group", "name of a resource group",
            "`privateLinkServiceResourceGroup` of the cloud config, else `resourceGroup`",
            "where the private link service is made"),
    PLS_NAME(Topic.PRIVATE_LINK, "azure-pls-name", "name", "`pls-` and the name of the frontend",
            "name of the private link service; it cannot be changed"),
    PLS_SUBNET(Topic.PRIVATE_LINK, "azure-pls-ip-configuration-subnet", "name of a subnet of the cluster's network",
            "`azure-load-balancer-internal-subnet`, else `subnetName` of the cloud config",
            "subnet of the addresses that traffic comes from"),
    PLS_IP_COUNT(Topic.PRIVATE_LINK, "azure-pls-ip-configuration-ip-address-count", "whole number, 1 to 8", "1",
            "how many addresses traffic comes from; at least as many as are given"),
    PLS_IPS(Topic.PRIVATE_LINK, "azure-pls-ip-configuration-ip-address", "IPv4 addresses, separated by blanks", "",
            "the first of these addresses; the first one is the primary"),
    PLS_FQDNS(Topic.PRIVATE_LINK, "azure-pls-fqdns", "names, separated by blanks", "",
            "names of the private link service"),
    PLS_PROXY_PROTOCOL(Topic.PRIVATE_LINK, "azure-pls-proxy-protocol", Grammar.FLAG, "false",
            "true speaks the proxy protocol; nodes are then probed on their node ports, not on the health check port"),
    PLS_VISIBILITY(Topic.PRIVATE_LINK, "azure-pls-visibility", "subscriptions, separated by blanks, or `*`", "",
            "who may see the private link service"),
    PLS_AUTO_APPROVAL(Topic.PRIVATE_LINK, "azure-pls-auto-approval", "subscriptions, separated by blanks", "",
            "whose connections are approved without being asked");

    public static final String PREFIX = "service.beta.kubernetes.io/";

    /** What an annotation is about. */
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

    /** What may be written where several annotations take the same. */
    static final class Grammar {
        static final String FLAG = "`true` or `false`, in any case";
        static final String RANGES = "CIDR ranges, separated by commas";
        static final String PAIRS = "`a=b,c=d`";

        private Grammar() {}
    }

    private final Topic topic;
    private final String key;
    private final String grammar;
    private final String fallback;
    private final String effect;

    ServiceAnnotation(Topic topic, String name, String grammar, String fallback, String effect) {
        this.topic = topic;
        this.key = PREFIX + name;
        this.grammar = grammar;
        this.fallback = fallback;
        this.effect = effect;
    }

    public Topic topic() {
        return topic;
    }

    public String key() {
        return key;
    }

    /** What may be written, in words. */
    public String grammar() {
        return grammar;
    }

    /** What holds when the annotation is missing, in words; "" for nothing. */
    public String fallback() {
        return fallback;
    }

    public String effect() {
        return effect;
    }
}
