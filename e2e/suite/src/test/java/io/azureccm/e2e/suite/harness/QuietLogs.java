package io.azureccm.e2e.suite.harness;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.slf4j.LoggerFactory;

/** Tests of many sequences of faults log nothing; for classes that run alone. */
public final class QuietLogs implements BeforeEachCallback, AfterEachCallback {
    private final Logger root = (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
    private final Level before = root.getLevel();

    @Override
    public void beforeEach(ExtensionContext test) {
        root.setLevel(Level.OFF);
    }

    @Override
    public void afterEach(ExtensionContext test) {
        root.setLevel(before);
    }
}
