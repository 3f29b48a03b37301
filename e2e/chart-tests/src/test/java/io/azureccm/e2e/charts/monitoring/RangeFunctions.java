package io.azureccm.e2e.charts.monitoring;

import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** What functions of {@link PromQl} make of the values of a range, oldest first, and of the buckets of a histogram. */
final class RangeFunctions {
    private RangeFunctions() {}

    static double changes(List<Double> values) {
        return pairs(values).filter(pair -> pair[0] != pair[1]).count();
    }

    /** A counter that falls has begun anew. */
    static double increase(List<Double> values) {
        return pairs(values).mapToDouble(pair -> pair[1] < pair[0] ? pair[1] : pair[1] - pair[0]).sum();
    }

    private static Stream<double[]> pairs(List<Double> values) {
        return Stream.iterate(1, i -> i < values.size(), i -> i + 1)
                .map(i -> new double[]{values.get(i - 1), values.get(i)});
    }

    /** The value below which this share of a histogram is, from its buckets; NaN without values. */
    static double quantile(double share, List<PromQl.Sample> unsorted) {
        List<PromQl.Sample> buckets = unsorted.stream()
                .sorted(Comparator.comparingDouble(RangeFunctions::bound))
                .toList();
        double rank = share * buckets.getLast().value();
        double lower = 0;
        double before = 0;
        for (PromQl.Sample bucket : buckets) {
            double bound = bound(bucket);
            if (bucket.value() >= rank && bucket.value() > before)
                return Double.isInfinite(bound)
                        ? lower
                        : lower + (bound - lower) * (rank - before) / (bucket.value() - before);
            lower = bound;
            before = bucket.value();
        }
        return Double.NaN;
    }

    private static double bound(PromQl.Sample bucket) {
        String text = bucket.labels().get("le");
        return text.equals("+Inf") ? Double.POSITIVE_INFINITY : Double.parseDouble(text);
    }
}
