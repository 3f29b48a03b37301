package io.azureccm.service.intent;

import static io.azureccm.service.intent.ServiceAnnotation.ADDITIONAL_PUBLIC_IPS;
import static io.azureccm.service.intent.ServiceAnnotation.DNS_LABEL;
import static io.azureccm.service.intent.ServiceAnnotation.INTERNAL;
import static io.azureccm.service.intent.ServiceAnnotation.INTERNAL_SUBNET;
import static io.azureccm.service.intent.ServiceAnnotation.IPV4;
import static io.azureccm.service.intent.ServiceAnnotation.IPV6;
import static io.azureccm.service.intent.ServiceAnnotation.PIP_IP_TAGS;
import static io.azureccm.service.intent.ServiceAnnotation.PIP_NAME;
import static io.azureccm.service.intent.ServiceAnnotation.PIP_NAME_IPV6;
import static io.azureccm.service.intent.ServiceAnnotation.PIP_PREFIX;
import static io.azureccm.service.intent.ServiceAnnotation.PIP_PREFIX_IPV6;
import static io.azureccm.service.intent.ServiceAnnotation.PIP_RESOURCE_GROUP;
import static io.azureccm.service.intent.ServiceAnnotation.PIP_TAGS;

import io.azureccm.common.core.Refusal;
import io.fabric8.kubernetes.api.model.ServiceSpec;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Reads where a Service wants to be reached. */
final class AddressReader {
    private static final List<String> RESERVED = List.of("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16",
            "100.64.0.0/10",
            "168.63.129.16/32", "127.0.0.0/8", "169.254.0.0/16", "224.0.0.0/4", "0.0.0.0/32", "255.255.255.255/32",
            "fc00::/7", "fe80::/10", "ff00::/8", "::1/128", "::/128");

    private final String subject;
    private final ServiceSpec spec;
    private final AnnotationReader annotations;
    private final AnnotationReader accessAnnotations;

    /** Additional addresses only matter for access, so what is wrong with them goes to {@code accessAnnotations}. */
    AddressReader(String subject, ServiceSpec spec, AnnotationReader annotations, AnnotationReader accessAnnotations) {
        this.subject = subject;
        this.spec = spec;
        this.annotations = annotations;
        this.accessAnnotations = accessAnnotations;
    }

    AddressIntent read() {
        boolean internal = annotations.flag(INTERNAL);
        List<IpFamily> families = families();
        return new AddressIntent(internal, internal ? annotations.text(INTERNAL_SUBNET).orElse("") : "", families,
                fixedIps(internal, families), internal ? Map.of() : byFamily(families, PIP_NAME, PIP_NAME_IPV6),
                internal ? Map.of() : byFamily(families, PIP_PREFIX, PIP_PREFIX_IPV6),
                annotations.text(PIP_RESOURCE_GROUP).orElse(""), annotations.raw(DNS_LABEL).map(String::trim),
                additionalIps(),
                annotations.pairs(PIP_TAGS), annotations.pairs(PIP_IP_TAGS));
    }

    private List<IpFamily> families() {
        List<String> named = spec.getIpFamilies() == null ? List.of() : spec.getIpFamilies();
        List<IpFamily> families = named.stream()
                .map(family -> family.equalsIgnoreCase("IPv6") ? IpFamily.IPV6 : IpFamily.IPV4)
                .distinct()
                .sorted()
                .toList();
        return families.isEmpty() ? List.of(IpFamily.IPV4) : families;
    }

    private Map<IpFamily, String> fixedIps(boolean internal, List<IpFamily> families) {
        Map<IpFamily, String> fixed = new EnumMap<>(IpFamily.class);
        annotations.text(IPV4)
                .ifPresent(ip -> fixed.put(IpFamily.IPV4, checked(IPV4.key(), ip, IpFamily.IPV4, internal)));
        annotations.text(IPV6)
                .ifPresent(ip -> fixed.put(IpFamily.IPV6, checked(IPV6.key(), ip, IpFamily.IPV6, internal)));
        String specIp = spec.getLoadBalancerIP() == null ? "" : spec.getLoadBalancerIP().trim();
        if (!specIp.isEmpty()) {
            IpFamily family = IpFamily.of(specIp);
            if (!fixed.containsKey(family))
                fixed.put(family, checked("spec.loadBalancerIP", specIp, family, internal));
        }
        fixed.keySet().retainAll(families);
        return fixed;
    }

    private String checked(String key, String ip, IpFamily family, boolean internal) {
        if (!Cidr.isAddress(ip) || IpFamily.of(ip) != family) {
            annotations.refuse(new Refusal(AnnotationReader.INVALID, subject, (internal ? "internal" : "external")
                    + " Service \"" + subject + "\" has invalid LoadBalancer IP \"" + ip + "\" (" + key + " must be an "
                    + family.azureName() + " address)"));
        } else if (!internal
                && RESERVED.stream()
                        .flatMap(range -> Cidr.parse(range).stream())
                        .anyMatch(range -> range.contains(ip))) {
            annotations.refuse(new Refusal(AnnotationReader.INVALID, subject, "external Service \"" + subject
                    + "\" cannot use non-public LoadBalancer IP \"" + ip + "\" (" + key
                    + "): give the address of a public IP resource"));
        }
        return ip;
    }

    /** In dual-stack each key serves its own family; a single-stack IPv6 Service takes the IPv6 key, else the plain one. */
    private Map<IpFamily, String> byFamily(List<IpFamily> families, ServiceAnnotation v4, ServiceAnnotation v6) {
        Map<IpFamily, String> values = new EnumMap<>(IpFamily.class);
        for (IpFamily family : families) {
            var value = family == IpFamily.IPV4 ? annotations.text(v4) : annotations.text(v6);
            if (value.isEmpty() && families.size() == 1)
                value = annotations.text(v4);
            value.ifPresent(text -> values.put(family, text));
        }
        return values;
    }

    private List<String> additionalIps() {
        List<String> ips = annotations.text(ADDITIONAL_PUBLIC_IPS).isEmpty()
                ? List.of()
                : annotations.list(ADDITIONAL_PUBLIC_IPS);
        for (String ip : ips) {
            if (!Cidr.isAddress(ip)) {
                accessAnnotations.refuse(new Refusal(AnnotationReader.INVALID, subject, "invalid service annotation "
                        + ADDITIONAL_PUBLIC_IPS.key() + ":" + annotations.raw(ADDITIONAL_PUBLIC_IPS).orElse("") + ": \""
                        + ip
                        + "\" is not an IP address"));
            }
        }
        return ips;
    }
}
