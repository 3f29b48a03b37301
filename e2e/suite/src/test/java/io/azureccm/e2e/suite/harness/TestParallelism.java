package io.azureccm.e2e.suite.harness;

import io.azureccm.e2e.suite.harness.kubernetes.KubernetesTarget;
import java.util.concurrent.ForkJoinPool;
import java.util.function.Predicate;
import org.junit.platform.engine.ConfigurationParameters;
import org.junit.platform.engine.support.hierarchical.ParallelExecutionConfiguration;
import org.junit.platform.engine.support.hierarchical.ParallelExecutionConfigurationStrategy;

/**
 * How many tests run at a time. Scenarios mostly wait, so there are several per processor. A class that starts processes keeps a whole
 * processor busy; most such classes are marked to run in the same thread, one after the other, and none of the others ends later. On a given API server only one test runs at a
 * time, because all tests would share its Nodes.
 */
public final class TestParallelism implements ParallelExecutionConfigurationStrategy {
    private static final int MAX_CLASSES = 12;
    private static final int CLASSES_PER_PROCESSOR = 5;
    private static final int KEEP_ALIVE_SECONDS = 30;

    @Override
    public ParallelExecutionConfiguration createConfiguration(ConfigurationParameters parameters) {
        boolean given = !System.getProperty(KubernetesTarget.PROPERTY, "").isEmpty();
        int classes = given
                ? 1
                : Math.min(MAX_CLASSES, CLASSES_PER_PROCESSOR * Runtime.getRuntime().availableProcessors());
        return new Lanes(classes);
    }

    private record Lanes(int count) implements ParallelExecutionConfiguration {
        @Override
        public int getParallelism() {
            return count;
        }

        @Override
        public int getMinimumRunnable() {
            return 0;
        }

        @Override
        public int getMaxPoolSize() {
            return count;
        }

        @Override
        public int getCorePoolSize() {
            return count;
        }

        /** What blocks in a test is waited for; no further thread comes in its place. */
        @Override
        public Predicate<? super ForkJoinPool> getSaturatePredicate() {
            return pool -> true;
        }

        @Override
        public int getKeepAliveSeconds() {
            return KEEP_ALIVE_SECONDS;
        }
    }
}
