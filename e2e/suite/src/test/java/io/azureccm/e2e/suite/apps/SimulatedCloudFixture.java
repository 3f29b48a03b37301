package io.azureccm.e2e.suite.apps;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A simulated Azure and a simulated cluster for each test, and a folder for its files. */
public abstract class SimulatedCloudFixture {
    @TempDir
    protected Path folder;
    protected SimulatedCloud cloud;

    @BeforeEach
    void startCloud() throws Exception {
        cloud = SimulatedCloud.start(folder);
    }

    @AfterEach
    void closeCloud() {
        cloud.close();
    }
}
