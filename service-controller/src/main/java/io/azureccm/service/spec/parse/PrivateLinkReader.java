package io.azureccm.service.spec.parse;

import static io.azureccm.service.spec.parse.ServiceAnnotation.PLS_AUTO_APPROVAL;
import static io.azureccm.service.spec.parse.ServiceAnnotation.PLS_CREATE;
import static io.azureccm.service.spec.parse.ServiceAnnotation.PLS_FQDNS;
import static io.azureccm.service.spec.parse.ServiceAnnotation.PLS_IPS;
import static io.azureccm.service.spec.parse.ServiceAnnotation.PLS_IP_COUNT;
import static io.azureccm.service.spec.parse.ServiceAnnotation.PLS_NAME;
import static io.azureccm.service.spec.parse.ServiceAnnotation.PLS_PROXY_PROTOCOL;
import static io.azureccm.service.spec.parse.ServiceAnnotation.PLS_RESOURCE_GROUP;
import static io.azureccm.service.spec.parse.ServiceAnnotation.PLS_SUBNET;
import static io.azureccm.service.spec.parse.ServiceAnnotation.PLS_VISIBILITY;

import io.azureccm.common.net.IpAddress;
import io.azureccm.service.spec.AddressSpec;
import io.azureccm.service.spec.IpFamily;
import io.azureccm.service.spec.PrivateLinkSpec;
import java.util.List;
import java.util.stream.Stream;

/** Reads the private link service that a Service requests; without {@code azure-pls-create} its settings cannot be invalid. */
record PrivateLinkReader(AnnotationReader annotations, SpecSettings settings) {
    private static final List<ServiceAnnotation> CONFIGURATION = List.of(PLS_NAME, PLS_SUBNET, PLS_IP_COUNT, PLS_IPS,
            PLS_FQDNS, PLS_PROXY_PROTOCOL, PLS_VISIBILITY, PLS_AUTO_APPROVAL);

    PrivateLinkSpec read(AddressSpec address, boolean floatingIp) {
        boolean wanted = annotations.flag(PLS_CREATE);
        boolean configured = CONFIGURATION.stream().anyMatch(key -> annotations.raw(key).isPresent());
        AnnotationReader reader = wanted ? annotations : annotations.separate();
        if (wanted)
            checkFrontend(address, floatingIp);
        return new PrivateLinkSpec(wanted, configured,
                reader.group(PLS_RESOURCE_GROUP, settings.tenants()).orElse(""),
                name(reader, PLS_NAME, AnnotationReader.NAME_IS), source(reader),
                new PrivateLinkSpec.Consumers(words(reader, PLS_FQDNS), subscriptions(reader, PLS_VISIBILITY),
                        words(reader, PLS_AUTO_APPROVAL)));
    }

    private void checkFrontend(AddressSpec address, boolean floatingIp) {
        if (address.families().equals(List.of(IpFamily.IPV6)))
            refuse("IPv6 is not supported for private link service: the Service needs an IPv4 frontend");
        if (!address.internal() && floatingIp) {
            refuse("service requiring private link service must be internal or disable floating ip: set "
                    + ServiceAnnotation.INTERNAL.key() + " or " + ServiceAnnotation.DISABLE_FLOATING_IP.key()
                    + " to \"true\"");
        }
        if (!settings.standardSku())
            refuse("a private link service needs a load balancer of the Standard SKU");
    }

    private void refuse(String message) {
        annotations.refuseAs("PrivateLinkNotPossible", "annotation " + PLS_CREATE.key() + "=\"true\": " + message);
    }

    private static PrivateLinkSpec.Source source(AnnotationReader reader) {
        List<String> addresses = words(reader, PLS_IPS).stream().distinct().toList();
        for (String address : addresses) {
            if (!IpAddress.isAddress(address) || IpFamily.of(address) != IpFamily.IPV4) {
                reader.refuse(PLS_IPS.key(), reader.raw(PLS_IPS).orElse(""),
                        "\"" + address + "\" is not an IPv4 address; specify IPv4 addresses, separated by spaces");
            }
        }
        return new PrivateLinkSpec.Source(
                name(reader, PLS_SUBNET, "the name of a subnet of the cluster's network"),
                count(reader, addresses.size()), addresses, reader.flag(PLS_PROXY_PROTOCOL));
    }

    private static int count(AnnotationReader reader, int fixed) {
        String key = PLS_IP_COUNT.key();
        String value = reader.raw(PLS_IP_COUNT).orElse("1");
        int count = reader
                .number(key, PLS_IP_COUNT.bounds().min(), "minimum number of private link service ipConfig is 1")
                .orElse(1);
        if (count > PLS_IP_COUNT.bounds().max()) {
            reader.refuse(key, value, "maximum number of private link service ipConfig is "
                    + PLS_IP_COUNT.bounds().max());
        } else if (count < fixed) {
            reader.refuse(key, value, "ipConfigCount(" + count
                    + ") must be no smaller than number of static IPs specified(" + fixed + ") in " + PLS_IPS.key());
        }
        return count;
    }

    /** A star anywhere stands for all subscriptions. */
    private static List<String> subscriptions(AnnotationReader reader, ServiceAnnotation annotation) {
        List<String> named = words(reader, annotation);
        return named.contains("*") ? List.of("*") : named;
    }

    private static List<String> words(AnnotationReader reader, ServiceAnnotation annotation) {
        return Stream.of(AnnotationReader.trimmed(reader.raw(annotation).orElse("")).split("\\s+"))
                .filter(word -> !word.isEmpty())
                .toList();
    }

    private static String name(AnnotationReader reader, ServiceAnnotation annotation, String whatIsRight) {
        return reader.name(annotation, whatIsRight).orElse("");
    }
}
