package io.azureccm.service.spec.parse;

import static io.azureccm.service.spec.parse.ServiceAnnotation.ALLOWED_IP_RANGES;
import static io.azureccm.service.spec.parse.ServiceAnnotation.ALLOWED_SERVICE_TAGS;
import static io.azureccm.service.spec.parse.ServiceAnnotation.DENY_ALL;
import static io.azureccm.service.spec.parse.ServiceAnnotation.DISABLE_SECURITY_RULES;
import static io.azureccm.service.spec.parse.ServiceAnnotation.SOURCE_RANGES;

import io.azureccm.common.core.Refusal;
import io.azureccm.common.net.Cidr;
import io.azureccm.service.spec.AccessSpec;
import io.azureccm.service.spec.Notice;
import io.fabric8.kubernetes.api.model.ServiceSpec;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Reads who may reach a Service. An invalid range is not an error: the valid ranges are used, all other traffic is denied, so that a typo
 * never exposes a Service, and the user is notified.
 */
record AccessReader(String subject, ServiceSpec spec, AnnotationReader annotations, boolean internal) {
    /** The ranges of one setting: the usable ones, and the invalid ones as written. */
    private record Ranges(List<Cidr> valid, List<String> invalid) {
        static Ranges of(List<String> texts) {
            Ranges ranges = new Ranges(new ArrayList<>(), new ArrayList<>());
            texts.forEach(text -> Cidr.parseStrict(text)
                    .ifPresentOrElse(ranges.valid()::add, () -> ranges.invalid().add(text)));
            return ranges;
        }

        boolean isEmpty() {
            return valid.isEmpty() && invalid.isEmpty();
        }
    }

    AccessSpec read() {
        Ranges ofSpec = Ranges.of(spec.getLoadBalancerSourceRanges() == null
                ? List.of()
                : spec.getLoadBalancerSourceRanges().stream().map(String::trim).toList());
        Ranges annotated = Ranges.of(Stream.of(ALLOWED_IP_RANGES, SOURCE_RANGES)
                .flatMap(annotation -> annotations.list(annotation).stream())
                .toList());
        Set<String> tags = serviceTags();
        refuseBoth(ofSpec, annotated);
        addNotices(ofSpec, annotated, !tags.isEmpty());
        List<Cidr> valid = Stream.concat(ofSpec.valid().stream(), annotated.valid().stream()).toList();
        boolean anyRange = !ofSpec.isEmpty() || !annotated.isEmpty();
        boolean anyInvalid = !ofSpec.invalid().isEmpty() || !annotated.invalid().isEmpty();
        // An internal Service without ranges needs no rule: the default rules let the virtual network in.
        if (tags.isEmpty() && !anyRange && !internal)
            tags.add(AccessSpec.INTERNET);
        boolean asksToDeny = annotations.flag(DENY_ALL);
        return new AccessSpec(Cidr.aggregate(valid), List.copyOf(tags), anyInvalid || asksToDeny && !valid.isEmpty(),
                annotations.flag(DISABLE_SECURITY_RULES));
    }

    private Set<String> serviceTags() {
        List<String> tags = annotations.list(ALLOWED_SERVICE_TAGS);
        if (tags.contains("")) {
            annotations.refuse(ALLOWED_SERVICE_TAGS.key(), String.join(",", tags),
                    "must be a comma-separated list of non-empty service tags; remove the annotation to allow none");
        }
        return new LinkedHashSet<>(tags);
    }

    private void refuseBoth(Ranges ofSpec, Ranges annotated) {
        if (ofSpec.isEmpty() || annotated.isEmpty())
            return;
        annotations.refuse(new Refusal("ConflictingConfiguration", subject,
                "cannot set both spec.LoadBalancerSourceRanges and service annotation "
                        + Stream.of(ALLOWED_IP_RANGES, SOURCE_RANGES)
                                .filter(annotation -> annotations.raw(annotation).isPresent())
                                .map(ServiceAnnotation::key)
                                .collect(Collectors.joining(" and "))
                        + ": keep one of them"));
    }

    private void addNotices(Ranges ofSpec, Ranges annotated, boolean anyTag) {
        if (!ofSpec.isEmpty() && anyTag) {
            addNotice("ConflictConfiguration", "spec.loadBalancerSourceRanges is used together with annotation "
                    + ALLOWED_SERVICE_TAGS.key() + ": both are allowed; move the ranges to annotation "
                    + ALLOWED_IP_RANGES.key());
        }
        if (!ofSpec.invalid().isEmpty())
            addNotice("InvalidSourceRanges", ignored("spec.loadBalancerSourceRanges", ofSpec.invalid()));
        if (!annotated.invalid().isEmpty()) {
            addNotice("InvalidAllowedIPRanges", ignored("annotation " + ALLOWED_IP_RANGES.key() + " or "
                    + SOURCE_RANGES.key(), annotated.invalid()));
        }
    }

    private static String ignored(String where, List<String> invalid) {
        return where + " contains invalid ranges: "
                + invalid.stream().map(text -> "\"" + text + "\"").collect(Collectors.joining(", "))
                + "; they are ignored, and all traffic that is not allowed is denied. A range is an address, a slash and the"
                + " number of leading bits, with all other bits zero, such as 10.1.0.0/16";
    }

    private void addNotice(String reason, String message) {
        annotations.notice(Notice.normal(Notice.Source.AZURE, reason, message));
    }
}
