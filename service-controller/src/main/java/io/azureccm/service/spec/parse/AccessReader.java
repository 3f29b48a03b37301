package io.azureccm.service.spec.parse;

import static io.azureccm.service.spec.parse.ServiceAnnotation.ALLOWED_IP_RANGES;
import static io.azureccm.service.spec.parse.ServiceAnnotation.ALLOWED_SERVICE_TAGS;
import static io.azureccm.service.spec.parse.ServiceAnnotation.DENY_ALL;
import static io.azureccm.service.spec.parse.ServiceAnnotation.DESTINATION_RANGES;
import static io.azureccm.service.spec.parse.ServiceAnnotation.DISABLE_FLOATING_IP;
import static io.azureccm.service.spec.parse.ServiceAnnotation.DISABLE_SECURITY_RULES;
import static io.azureccm.service.spec.parse.ServiceAnnotation.SOURCE_RANGES;

import io.azureccm.common.core.PrintableText;
import io.azureccm.common.core.tenant.TenantPolicy;
import io.azureccm.common.core.tenant.TenantPolicy.AdditionalAddresses;
import io.azureccm.common.net.Cidr;
import io.azureccm.service.spec.AccessSpec;
import io.azureccm.service.spec.AddressSpec;
import io.azureccm.service.spec.IpFamily;
import io.azureccm.service.spec.Notice;
import io.fabric8.kubernetes.api.model.ServiceSpec;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Reads who may reach a Service. An invalid range is not an error: the valid ranges are used, all other traffic is denied, so that a typo
 * never exposes a Service, and the user is notified.
 */
record AccessReader(ServiceSpec spec, AnnotationReader annotations, AddressSpec address,
        boolean floatingIp, TenantPolicy tenants) {
    private static final int MAX_SHOWN = 5;
    private static final String FAMILY_MISMATCH = "IPRangeFamilyMismatch";
    private static final String INVALID = " contains invalid ranges, which are ignored (a range is an address, a slash and the"
            + " number of leading bits, with all other bits zero, such as 10.1.0.0/16): ";
    private static final String UNUSABLE = " contains ranges without effect, because the Service does not have their IP"
            + " family: ";

    /** The ranges of one setting: the valid ones, and as written the invalid ones and those of a family that the Service does not have. */
    private record Ranges(List<Cidr> valid, List<String> invalid, List<String> unusable) {
        static Ranges of(List<String> texts, Set<IpFamily> families) {
            Ranges ranges = new Ranges(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
            texts.forEach(text -> Cidr.parseStrict(text).ifPresentOrElse(range -> {
                ranges.valid().add(range);
                if (!families.contains(IpFamily.of(range)))
                    ranges.unusable().add(text);
            }, () -> ranges.invalid().add(text)));
            return ranges;
        }

        boolean isEmpty() {
            return valid.isEmpty() && invalid.isEmpty();
        }
    }

    AccessSpec read() {
        Set<IpFamily> families = Set.copyOf(address.families());
        Ranges ofSpec = Ranges.of(spec.getLoadBalancerSourceRanges() == null
                ? List.of()
                : spec.getLoadBalancerSourceRanges().stream().map(AnnotationReader::trimmed).toList(), families);
        Ranges annotated = Ranges.of(Stream.of(ALLOWED_IP_RANGES, SOURCE_RANGES)
                .flatMap(annotation -> annotations.list(annotation).stream())
                .toList(), families);
        Set<String> tags = serviceTags();
        refuseBoth(ofSpec, annotated);
        Ranges destinations = destinations(families);
        List<Cidr> valid = Stream.concat(ofSpec.valid().stream(), annotated.valid().stream()).toList();
        boolean anyRange = !ofSpec.isEmpty() || !annotated.isEmpty();
        boolean anyInvalid = !ofSpec.invalid().isEmpty() || !annotated.invalid().isEmpty();
        // An internal Service without ranges needs no rule: the default rules let the virtual network in.
        if (tags.isEmpty() && !anyRange && !address.internal())
            tags.add(AccessSpec.INTERNET);
        boolean asksToDeny = annotations.flag(DENY_ALL);
        AccessSpec access = new AccessSpec(Cidr.aggregate(valid), List.copyOf(tags),
                floatingIp ? List.of() : Cidr.aggregate(destinations.valid()),
                anyInvalid || asksToDeny && !valid.isEmpty(), annotations.flag(DISABLE_SECURITY_RULES));
        String inForce = annotations.problem().isPresent()
                ? "In force is what was before, until the Service is corrected"
                : inForce(access, families);
        addNotices(ofSpec, annotated, inForce);
        warn(FAMILY_MISMATCH, "annotation " + DESTINATION_RANGES.key() + UNUSABLE, destinations.unusable(), inForce);
        return access;
    }

    private Set<String> serviceTags() {
        List<String> tags = annotations.list(ALLOWED_SERVICE_TAGS);
        if (tags.contains("")) {
            annotations.refuse(ALLOWED_SERVICE_TAGS.key(), String.join(",", tags),
                    "must be a comma-separated list of non-empty service tags; remove the annotation to allow none");
        }
        return new LinkedHashSet<>(tags);
    }

    /**
     * Unlike an invalid source, an invalid destination is an error: without it the rules would open the addresses of the nodes. A range for
     * all addresses would open the ports on everything that the security group is attached to.
     */
    private Ranges destinations(Set<IpFamily> families) {
        Optional<String> text = annotations.text(DESTINATION_RANGES);
        Ranges ranges = Ranges.of(text.isEmpty() ? List.of() : annotations.list(DESTINATION_RANGES), families);
        if (text.isPresent() && tenants.additionalAddresses() == AdditionalAddresses.NONE)
            annotations.refuse(DESTINATION_RANGES.key(), text.get(), "destinations are switched off in this"
                    + " cluster (azureccm.tenants.additional-public-ips): remove the annotation");
        else if (!ranges.invalid().isEmpty() || ranges.valid().stream().anyMatch(Cidr::isEverything))
            annotations.refuse(DESTINATION_RANGES.key(), text.get(),
                    "must be ranges of the nodes' addresses, separated by"
                            + " commas; a range is an address, a slash and the number of leading bits (not 0), with all other bits"
                            + " zero, such as 10.1.0.0/16");
        if (text.isPresent() && floatingIp)
            annotations.unclear(DESTINATION_RANGES.key(), text.get(),
                    "absent: it applies to a Service whose annotation "
                            + DISABLE_FLOATING_IP.key() + " is \"true\", and not to one with high availability ports");
        return ranges;
    }

    /** Only valid ranges contradict each other: without any, a setting allows nothing. */
    private void refuseBoth(Ranges ofSpec, Ranges annotated) {
        if (ofSpec.valid().isEmpty() || annotated.valid().isEmpty())
            return;
        annotations.refuseAs("ConflictingConfiguration",
                "cannot set both spec.LoadBalancerSourceRanges and service annotation "
                        + Stream.of(ALLOWED_IP_RANGES, SOURCE_RANGES)
                                .filter(annotation -> annotations.raw(annotation).isPresent())
                                .map(ServiceAnnotation::key)
                                .collect(Collectors.joining(" and "))
                        + ": keep one of them");
    }

    private void addNotices(Ranges ofSpec, Ranges annotated, String inForce) {
        if (!ofSpec.isEmpty() && annotations.raw(ALLOWED_SERVICE_TAGS).isPresent()) {
            annotations.notice(Notice.warning(Notice.Source.AZURE, "ConflictConfiguration",
                    "spec.loadBalancerSourceRanges is used together with annotation " + ALLOWED_SERVICE_TAGS.key()
                            + ": the security group admits both, kube-proxy only the ranges; move the ranges to annotation "
                            + ALLOWED_IP_RANGES.key()));
        }
        String ofAnnotations = "annotation " + ALLOWED_IP_RANGES.key() + " or " + SOURCE_RANGES.key();
        warn("InvalidSourceRanges", "spec.loadBalancerSourceRanges" + INVALID, ofSpec.invalid(), inForce);
        warn("InvalidAllowedIPRanges", ofAnnotations + INVALID, annotated.invalid(), inForce);
        warn(FAMILY_MISMATCH, "spec.loadBalancerSourceRanges" + UNUSABLE, ofSpec.unusable(), inForce);
        warn(FAMILY_MISMATCH, ofAnnotations + UNUSABLE, annotated.unusable(), inForce);
    }

    /** Only some of the ranges are named, so that the access in force is not cut off. */
    private void warn(String reason, String problem, List<String> ranges, String inForce) {
        if (!ranges.isEmpty())
            annotations.notice(Notice.warning(Notice.Source.AZURE, reason,
                    problem + some(ranges) + ". " + inForce).alsoInCondition());
    }

    /** Who may reach the Service after ranges of its user were ignored, as a sentence; {@code families}: those of its addresses. */
    private static String inForce(AccessSpec access, Set<IpFamily> families) {
        if (access.disabled())
            return "In force are the other rules of the security group alone, because annotation "
                    + DISABLE_SECURITY_RULES.key() + " is \"true\"";
        List<String> allowed = Stream.concat(access.serviceTags().stream(), access.ranges()
                .stream()
                .filter(range -> families.contains(IpFamily.of(range)))
                .map(Cidr::toString)).toList();
        if (!allowed.isEmpty())
            return "Allowed are " + some(allowed) + (access.denyAll() ? "; all other traffic is denied" : "");
        return access.denyAll()
                ? "No range is left: ALL traffic to the Service is denied"
                : "No range is left: NO rule allows traffic to the Service; the default rules of the security group let the"
                        + " virtual network in, and nobody else";
    }

    /** The first ones, and the number of the others. */
    private static String some(List<String> texts) {
        return PrintableText.first(MAX_SHOWN, texts.stream()
                .map(text -> "\"" + PrintableText.of(text, PrintableText.VALUE / 4) + "\"")
                .toList(), ", ");
    }
}
