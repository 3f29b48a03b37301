package io.azureccm.service.spec.parse;

import static io.azureccm.service.spec.parse.ServiceAnnotation.ADDITIONAL_PUBLIC_IPS;
import static io.azureccm.service.spec.parse.ServiceAnnotation.DNS_LABEL;
import static io.azureccm.service.spec.parse.ServiceAnnotation.INTERNAL;
import static io.azureccm.service.spec.parse.ServiceAnnotation.INTERNAL_SUBNET;
import static io.azureccm.service.spec.parse.ServiceAnnotation.IPV4;
import static io.azureccm.service.spec.parse.ServiceAnnotation.IPV6;
import static io.azureccm.service.spec.parse.ServiceAnnotation.PIP_IP_TAGS;
import static io.azureccm.service.spec.parse.ServiceAnnotation.PIP_NAME;
import static io.azureccm.service.spec.parse.ServiceAnnotation.PIP_NAME_IPV6;
import static io.azureccm.service.spec.parse.ServiceAnnotation.PIP_PREFIX;
import static io.azureccm.service.spec.parse.ServiceAnnotation.PIP_PREFIX_IPV6;
import static io.azureccm.service.spec.parse.ServiceAnnotation.PIP_RESOURCE_GROUP;
import static io.azureccm.service.spec.parse.ServiceAnnotation.PIP_TAGS;

import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.ArmTypes;
import io.azureccm.common.core.Ownership;
import io.azureccm.common.core.tenant.TenantPolicy;
import io.azureccm.common.core.tenant.TenantPolicy.AdditionalAddresses;
import io.azureccm.common.net.IpAddress;
import io.azureccm.service.spec.AddressSpec;
import io.azureccm.service.spec.IpFamily;
import io.azureccm.service.spec.Notice;
import io.fabric8.kubernetes.api.model.ServiceSpec;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Reads the addresses that a Service requests. Problems with additional addresses go to {@code accessAnnotations}. */
record AddressReader(ServiceSpec spec, AnnotationReader annotations,
        AnnotationReader accessAnnotations, TenantPolicy tenants) {
    AddressSpec read() {
        boolean internal = annotations.flag(INTERNAL);
        if (internal)
            addNotice();
        List<IpFamily> families = families();
        Map<IpFamily, String> names = internal ? Map.of() : names(families);
        Map<IpFamily, String> prefixes = internal ? Map.of() : prefixes(families, names);
        Optional<String> group = annotations.group(PIP_RESOURCE_GROUP, tenants);
        boolean isNowhere = group.isEmpty() && annotations.text(PIP_RESOURCE_GROUP).isPresent();
        Map<IpFamily, String> fixed = new EnumMap<>(IpFamily.class);
        for (IpFamily family : families) {
            boolean needed = !names.containsKey(family) && !prefixes.containsKey(family);
            fixedIp(family).ifPresent(ip -> fixed.put(family, needed ? checked(ip, family, internal) : ip.canonical()));
        }
        return new AddressSpec(internal,
                internal
                        ? annotations
                                .name(INTERNAL_SUBNET, "the name of a subnet of the cluster's network")
                                .orElse("")
                        : "",
                families,
                // What is named in a group that cannot be used is not looked for in the cluster's.
                isNowhere ? Map.of() : fixed, isNowhere ? Map.of() : names, prefixes, group.orElse(""),
                annotations.raw(DNS_LABEL).map(AnnotationReader::trimmed), additionalIps(),
                publicIpTags(),
                annotations.raw(PIP_IP_TAGS).map(text -> annotations.pairs(PIP_IP_TAGS)));
    }

    /** Whoever names a public IP may expect the Service to be reachable there. */
    private void addNotice() {
        List<String> unused = Stream.of(PIP_NAME, PIP_NAME_IPV6, PIP_PREFIX, PIP_PREFIX_IPV6, DNS_LABEL)
                .filter(annotation -> annotations.text(annotation).isPresent())
                .map(ServiceAnnotation::key)
                .toList();
        if (!unused.isEmpty())
            annotations.notice(Notice.normal(Notice.Source.SERVICE_CONTROLLER, "PublicIPNotUsed", "annotation "
                    + String.join(" and ", unused) + (unused.size() == 1 ? " has" : " have")
                    + " no effect, because annotation "
                    + INTERNAL.key() + " makes the Service internal: it has no public IP; remove one or the other")
                    .alsoInCondition());
    }

    private Map<IpFamily, String> names(List<IpFamily> families) {
        Map<IpFamily, String> names = byFamily(families, PIP_NAME, PIP_NAME_IPV6);
        for (ServiceAnnotation annotation : List.of(PIP_NAME, PIP_NAME_IPV6)) {
            annotations.text(annotation)
                    .filter(names::containsValue)
                    .ifPresent(name -> annotations.name(annotation, AnnotationReader.NAME_IS));
        }
        return names;
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

    /** An address as the user wrote it, and the key it comes from. */
    private record Written(String key, String text) {
        String canonical() {
            return IpAddress.canonical(text);
        }
    }

    /** The annotation of the family, else the address of the spec if it is of that family. */
    private Optional<Written> fixedIp(IpFamily family) {
        ServiceAnnotation annotation = family == IpFamily.IPV4 ? IPV4 : IPV6;
        String ofSpec = spec.getLoadBalancerIP() == null ? "" : AnnotationReader.trimmed(spec.getLoadBalancerIP());
        return annotations.text(annotation)
                .map(text -> new Written(annotation.key(), text))
                .or(() -> Optional.of(new Written("spec.loadBalancerIP", ofSpec))
                        .filter(ip -> !ofSpec.isEmpty() && IpFamily.of(ofSpec) == family));
    }

    private String checked(Written ip, IpFamily family, boolean internal) {
        String service = (internal ? "internal" : "external") + " Service \"" + annotations.subject() + "\"";
        if (!IpAddress.isAddress(ip.text()) || IpFamily.of(ip.text()) != family) {
            annotations.refuseAs(AnnotationReader.INVALID, service + " has invalid LoadBalancer IP \"" + ip.text()
                    + "\" (" + ip.key() + " must be an " + family.azureName() + " address)");
        } else if (!internal && ReservedAddresses.contain(ip.text())) {
            annotations.refuseAs(AnnotationReader.INVALID, service + " cannot use non-public LoadBalancer IP \""
                    + ip.text() + "\" (" + ip.key() + "): specify the address of a public IP resource");
        }
        return ip.canonical();
    }

    /** Only for families without a named public IP, which takes precedence; an invalid prefix id is refused. */
    private Map<IpFamily, String> prefixes(List<IpFamily> families, Map<IpFamily, String> names) {
        Map<IpFamily, String> prefixes = byFamily(families, PIP_PREFIX, PIP_PREFIX_IPV6);
        prefixes.keySet().removeAll(names.keySet());
        prefixes.forEach((family, id) -> {
            String key = PIP_PREFIX.key() + (family == IpFamily.IPV6 ? "(-ipv6)" : "");
            Optional<ArmId> prefix = ArmId.tryParse(id).filter(parsed -> parsed.hasType(ArmTypes.PUBLIC_IP_PREFIX));
            prefix.ifPresent(parsed -> annotations.mayName(key, parsed.resourceGroup(), tenants));
            if (prefix.isEmpty()) {
                annotations.refuseAs(AnnotationReader.INVALID, "annotation " + key + "=\"" + id
                        + "\": must be the id of a"
                        + " public IP prefix: /subscriptions/.../providers/Microsoft.Network/publicIPPrefixes/NAME");
            }
        });
        return prefixes;
    }

    /** In dual-stack each key applies to its own family; a single-stack IPv6 Service uses the IPv6 key, else the plain one. */
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

    /** Without tags that say whose a public IP is, which no user may set. */
    private Map<String, String> publicIpTags() {
        Map<String, String> tags = annotations.pairs(PIP_TAGS);
        tags.keySet().stream().filter(Ownership::isReserved).forEach(annotations::reservedTag);
        tags.keySet().removeIf(Ownership::isReserved);
        return tags;
    }

    private List<String> additionalIps() {
        List<String> ips = new ArrayList<>();
        if (annotations.text(ADDITIONAL_PUBLIC_IPS).isEmpty())
            return ips;
        String key = ADDITIONAL_PUBLIC_IPS.key();
        String written = annotations.raw(ADDITIONAL_PUBLIC_IPS).orElse("");
        if (tenants.additionalAddresses() == AdditionalAddresses.NONE) {
            accessAnnotations.refuse(key, written,
                    "additional addresses are switched off in this cluster (azureccm.tenants.additional-public-ips):"
                            + " remove the annotation");
            return ips;
        }
        for (String ip : annotations.list(ADDITIONAL_PUBLIC_IPS)) {
            if (IpAddress.isAddress(ip) && tenants.additionalAddresses() == AdditionalAddresses.CHECKED
                    && ReservedAddresses.contain(ip)) {
                accessAnnotations.refuse(key, written,
                        ip + " cannot be a public address: name the address of a public IP of your own");
            } else if (IpAddress.isAddress(ip)) {
                ips.add(IpAddress.canonical(ip));
            } else {
                accessAnnotations.refuseAs(AnnotationReader.INVALID, "unable to get additional public IPs: invalid"
                        + " service annotation " + key + ":" + AnnotationReader.shown(written) + ": \"" + ip
                        + "\" is not an IP address");
            }
        }
        return ips;
    }
}
